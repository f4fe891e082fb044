import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { ALERT_SETTINGS } from '../alerts';
import { kindWords } from '../alerts/kinds';
import type { AuditEventDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { listAddress, showAddress, viewAddress } from '../ui/addresses';
import { ALL_PROGRAMS } from '../templates/all-programs';
import { Breakable } from '../ui/breakable';
import { entryOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { words } from '../ui/words';
import { partsOf } from './use-label';

type Entry = Pick<AuditEventDto, 'action' | 'target' | 'targetLabel' | 'before' | 'after'>;

interface Named {
  readonly name: ReactNode;
  /** Absent where there is no page about it. */
  readonly to?: string;
}

/** What an entry is about, by its name, as a link where it has a page. */
export const Target = (entry: Entry) => {
  const { target } = entry;
  const [kind, id] = partsOf(target);
  const { name, to } = entryOf(NAMED, kind)?.(entry, id) ?? { name: <Breakable name={target} /> };
  return (
    <Box
      component="span"
      title={target}
      sx={{ display: 'inline-block', minWidth: '6rem', overflowWrap: 'anywhere' }}
    >
      {to === undefined ? name : <PageLink to={to}>{name}</PageLink>}
    </Box>
  );
};

/** By the kind of the target. */
const NAMED: Readonly<Record<string, (entry: Entry, id: string) => Named>> = {
  // Who has no name any more was erased, and has no page.
  user: ({ targetLabel }, id) =>
    targetLabel === null ? { name: t`User ${id}` } : { name: targetLabel, to: showAddress('users', id) },
  key: ({ targetLabel }, id) => ({ name: targetLabel ?? id, to: showAddress('keys', id) }),
  connection: ({ targetLabel }, id) => ({ name: targetLabel ?? id, to: showAddress('connections', id) }),
  run: (_entry, id) => ({ name: <Breakable name={id} />, to: showAddress('runs', id) }),
  submission: ({ targetLabel }, id) => ({
    name: targetLabel === null ? t`Submission ${id}` : t`Submission of ${targetLabel}`,
    to: listAddress('queue', { q: id }),
  }),
  discrepancy: (entry, id) => {
    const { targetLabel } = entry;
    const field = fieldOf(entry);
    return {
      name:
        targetLabel === null
          ? ofSubmission(field, textIn(entry, 'submissionId'))
          : t`${field} of ${targetLabel}`,
      to: showAddress('discrepancies', id),
    };
  },
  'discrepancy-rule': (entry) => {
    const [field, form] = [fieldOf(entry), words(textIn(entry, 'formType'))];
    return { name: t`${field} in forms of the type ${form}`, to: '/discrepancy-rules' };
  },
  'target-system': (_entry, id) => ({ name: id, to: showAddress('connectors', id) }),
  'sync-queue': () => ({ name: t`Sync queue`, to: '/queue' }),
  mapping: (_entry, id) => ({
    name: mappingOf(words(id)),
    to: `/mappings/${encodeURIComponent(id)}`,
  }),
  alert: (entry) => ({
    name: kindWords({ kind: textIn(entry, 'kind'), title: t`Alert` }),
    to: '/alerts',
  }),
  view: (entry, id) => ({
    name: textIn(entry, 'name'),
    to: viewAddress(textIn(entry, 'list'), id),
  }),
  'file-mapping': (_entry, id) => ({ name: id, to: '/files' }),
  template: (_entry, id) => ({
    name: id === ALL_PROGRAMS ? t`All programs without a template of their own` : id,
    to: '/milestones',
  }),
  tenant: ({ action }) => entryOf(OF_TENANT, action.split('.')[0] ?? '') ?? { name: t`University` },
};

/** What of a university an action is about, by the first part of its name. */
const OF_TENANT: Readonly<Record<string, Named>> = {
  settings: { name: t`Settings`, to: '/settings' },
  retention: { name: t`Settings`, to: '/settings' },
  sso: { name: t`Single sign-on`, to: '/sign-on' },
  alerts: { name: t`Alerts`, to: ALERT_SETTINGS },
  audit: { name: t`Audit log` },
};

function textIn({ before, after }: Entry, member: string): string {
  const value = (after ?? before)?.[member];
  return typeof value === 'string' ? value : '';
}

function fieldOf(entry: Entry): string {
  return fieldInWords(textIn(entry, 'field'));
}

function ofSubmission(field: string, submissionId: string): string {
  return t`${field} of submission ${submissionId}`;
}

function mappingOf(formType: string): string {
  return t`Mapping of ${formType}`;
}
