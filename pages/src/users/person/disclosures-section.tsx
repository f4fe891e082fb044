import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useInfiniteQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import type { PersonDisclosureDto, PersonDisclosuresMetaDto } from '../../api/openapi';
import { DISCLOSURE_KINDS } from '../../disclosures/kinds';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { Section } from '../../ui/section';
import { Day } from '../../ui/when';

function useDisclosures(userId: string) {
  const api = useAdminApi();
  return useInfiniteQuery({
    queryKey: ['disclosures', userId],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
      api.get<PersonDisclosureDto[], PersonDisclosuresMetaDto>(`users/${userId}/disclosures`, {
        cursor: pageParam,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    retry: false,
  });
}

const Rows = ({ rows }: { readonly rows: readonly PersonDisclosureDto[] }) => (
  <Table size="small" sx={{ '& td': { overflowWrap: 'anywhere' } }}>
    <TableHead>
      <TableRow>
        <TableCell>{t`Day`}</TableCell>
        <TableCell>{t`By`}</TableCell>
        <TableCell>{t`Kind`}</TableCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {rows.map(({ id, day, actor, actorLabel, kind }) => (
        <TableRow key={id}>
          <TableCell>
            <Day value={day} />
          </TableCell>
          <TableCell title={actor}>{actorLabel}</TableCell>
          <TableCell>{DISCLOSURE_KINDS[kind]}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const Loaded = ({ userId }: { readonly userId: string }) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDisclosures(userId);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton variant="text" />;
  const rows = data.pages.flatMap((page) => page.data);
  return (
    <>
      {rows.length === 0 && !hasNextPage ? (
        <EmptyState title={t`No key and no file had this user`} />
      ) : (
        <Rows rows={rows} />
      )}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
};

/** Who was given data about a user, by days. */
const DisclosuresSection = ({ userId }: { readonly userId: string }) => (
  <Section
    title={t`Who received data about this person`}
    intro={t`By day: which key or administrator, and in which way. Looking at these pages is not listed.`}
  >
    <Loaded userId={userId} />
  </Section>
);

export default DisclosuresSection;
