import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { UserChangeDto, UserWithProvenanceDto } from '../../api/openapi';
import { listAddress } from '../../ui/addresses';
import { differencesText } from '../../ui/difference';
import { Differences } from '../../ui/differences';
import { ListSection } from '../../ui/list/list-page';
import type { ListSectionConfig } from '../../ui/list/types';
import { PageLink } from '../../ui/page-link';
import { RequestLink } from '../../ui/request-link';
import { RunLink } from '../../ui/run-link';
import { ProvenanceSection } from './provenance-section';

const CHANGES: ListSectionConfig<UserChangeDto> = {
  resource: 'changes',
  title: t`History`,
  label: t`Changes`,
  intro: t`Every change of this user: what changed, when, and by whom.`,
  sort: { field: 'at', order: 'DESC' },
  empty: { title: t`No changes are recorded` },
  columns: [
    { name: 'at', label: t`Time`, format: 'moment' },
    {
      name: 'actor',
      label: t`By`,
      csv: ({ actorLabel, actor }) => (actorLabel === actor ? actor : `${actorLabel} (${actor})`),
      render: ({ actorLabel, actor, submissionId }) => (
        <>
          <span title={actor}>{actorLabel}</span>
          {submissionId !== null && (
            <Trans>
              , by accepting{' '}
              <PageLink to={listAddress('queue', { q: submissionId })}>{submissionId}</PageLink>
            </Trans>
          )}
        </>
      ),
    },
    {
      name: 'fields',
      label: t`What changed`,
      wide: true,
      csv: ({ kind, fields }) => (kind === 'inserted' ? t`Created` : differencesText(fields)),
      render: ({ kind, fields }) => (
        <Differences
          differences={fields}
          none={kind === 'inserted' ? t`The user was created` : t`No fields`}
        />
      ),
    },
    { name: 'run', label: t`Run`, render: ({ run }) => <RunLink run={run} /> },
    {
      name: 'requestId',
      label: t`Request`,
      from: 'xl',
      onCard: 'hidden',
      render: ({ requestId }) => <RequestLink requestId={requestId} />,
    },
  ],
};

/** What changed of a user, and where their present values come from. */
export const History = ({ user }: { readonly user: UserWithProvenanceDto }) => (
  <>
    <ListSection list={CHANGES} filter={{ parentId: user.id }} />
    <ProvenanceSection user={user} />
  </>
);
