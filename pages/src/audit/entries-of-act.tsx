import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useInfiniteGetList } from 'react-admin';

import type { AuditEventDto } from '../api/openapi';
import { Differences } from '../ui/differences';
import { ErrorState } from '../ui/error-state';
import type { Row } from '../ui/list/types';
import { grouped } from '../ui/words';
import { entryDifferences } from './entry-differences';
import { Target } from './target';

const AT_ONCE = 50;

/** The entries of an act on many, which are loaded when they are wanted. */
export const EntriesOfAct = ({ first }: { readonly first: AuditEventDto }) => {
  const [open, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.25 }}>
        <Trans>All {grouped(first.actEntries)} entries</Trans>
      </Box>
      {open && <Entries of={first.id} />}
    </details>
  );
};

const Entries = ({ of }: { readonly of: string }) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteGetList<
    Row<AuditEventDto>
  >('auditEntries', { filter: { parentId: of }, pagination: { page: 1, perPage: AT_ONCE } });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton variant="text" />;
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.pages
          .flatMap((page) => page.data)
          .map((entry) => (
            <Box component="li" key={entry.id} sx={{ py: 0.5, borderTop: 1, borderColor: 'divider' }}>
              <Target {...entry} />
              <Differences differences={entryDifferences(entry)} />
            </Box>
          ))}
      </Box>
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
};
