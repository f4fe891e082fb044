import { Plural, Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Identifier, type RaRecord, useListContext, useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import { IfMay } from '../api/roles';
import { DecideButtons } from '../holds/decide-buttons';
import { previewedOf, useDecideHolds } from '../holds/use-decide-holds';
import { useSelection } from '../selection/use-selection';
import { useFilterValues } from '../ui/list/filter-values';
import type { BatchProps } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { DecideRules } from './decide-rules';
import { addressOf, countedOf, type Kind, kindOf } from './kinds';
import { IgnoreConflicts } from './ignore-conflicts';

/** The API pages no deeper. */
const MOST = 10_000;
const KEYS = { reject: 'a', release: 'd' } as const;

const OfKind = ({
  kind,
  ids,
  children,
}: {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly children: ReactNode;
}) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {countedOf(kind, ids.length)}
    </Typography>
    {children}
  </Box>
);

const OpenFirst = ({ ids: [first = '', ...others] }: { readonly ids: readonly string[] }) => (
  <PageLink to={addressOf(first)} variant="body2">
    {others.length === 0 ? <Trans>Open it</Trans> : <Trans>Open the first</Trans>}
  </PageLink>
);

/** Selects what is on other pages too, once all of this page is selected. */
const SelectAll = () => {
  const { data = [], total = 0, resource, selectedIds, onSelect } = useListContext<RaRecord>();
  const filter = useFilterValues();
  const [busy, setBusy] = useState(false);
  // Another filter empties the selection.
  const shown = useRef<readonly Identifier[]>(undefined);
  useEffect(() => {
    shown.current = selectedIds;
    return () => {
      shown.current = undefined;
    };
  }, [selectedIds]);
  const api = useAdminApi();
  const notify = useNotify();
  const most = Math.min(total, MOST);
  const isOffered = data.length < most && data.every(({ id }) => selectedIds.includes(id));
  if (!isOffered || selectedIds.length >= most) return null;
  const select = async () => {
    const answer = await api.getList<RaRecord>(resource, {
      pagination: { page: 1, perPage: MOST },
      filter,
    });
    // Rows may have moved from one call to the next.
    const ids = new Set(answer.data.map(({ id }) => id));
    if (shown.current === selectedIds) onSelect([...ids]);
  };
  return (
    <Button
      size="small"
      loading={busy}
      onClick={() => {
        setBusy(true);
        select()
          .catch((error: unknown) => {
            notify(messageOf(error), { type: 'error' });
          })
          .finally(() => {
            setBusy(false);
          });
      }}
    >
      <Plural value={most} one="Select the # that matches" other="Select all # that match" />
    </Button>
  );
};

/** What can be decided about the selected rows, by their kind. */
export const DecideTicked = ({ onDone }: BatchProps) => {
  const { selectedIds, settle } = useSelection(onDone);
  const { decide } = useDecideHolds();
  const of = (kind: Kind) => selectedIds.filter((id) => kindOf(id) === kind);
  const [holds, conflicts, groups, rules] = [of('hold'), of('conflict'), of('discrepancy'), of('rule')];
  return (
    <>
      <SelectAll />
      {holds.length > 0 && (
        <OfKind kind="hold" ids={holds}>
          <DecideButtons
            count={holds.length}
            of={previewedOf(holds)}
            keys={KEYS}
            onDecide={async (what) => {
              const { outcome, results } = await decide(holds, what);
              settle(outcome, results);
            }}
          />
        </OfKind>
      )}
      {conflicts.length > 0 && (
        <OfKind kind="conflict" ids={conflicts}>
          <OpenFirst ids={conflicts} />
          <IfMay act="operate">
            <IgnoreConflicts ids={conflicts} onIgnored={settle} />
          </IfMay>
        </OfKind>
      )}
      {groups.length > 0 && (
        <OfKind kind="discrepancy" ids={groups}>
          <OpenFirst ids={groups} />
        </OfKind>
      )}
      {rules.length > 0 && (
        <OfKind kind="rule" ids={rules}>
          <OpenFirst ids={rules} />
          <IfMay act="operate">
            <DecideRules ids={rules} onDecided={settle} />
          </IfMay>
        </OfKind>
      )}
    </>
  );
};
