import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import type { SeatDto } from '../../api/openapi';
import { csvOf, download } from '../../ui/csv';
import { textOf } from '../../ui/list/cell';
import type { Row } from '../../ui/list/types';
import { Loaded } from '../../ui/loaded';
import { StatusChip } from '../../ui/status-chip';
import { words } from '../../ui/words';
import { effectOf, losesChair, SEAT_COLUMNS } from './seats';

/** More students than any department has. */
const MOST = 1000;

function save(userId: string, seats: readonly Row<SeatDto>[]): void {
  const exported = SEAT_COLUMNS.filter(({ csv }) => csv !== false);
  const rows = seats.map((seat) => exported.map((column) => textOf(column, seat)));
  const header = exported.map(({ label }) => label);
  download(`affected-students-of-${userId}.csv`, csvOf(header, rows));
}

const Students = ({ seats }: { readonly seats: readonly SeatDto[] }) => (
  <Box
    component="ul"
    aria-label={t`Affected students`}
    tabIndex={0}
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      maxHeight: 260,
      overflowY: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    }}
  >
    {seats.map((seat) => (
      <Box
        component="li"
        key={seat.studentId}
        sx={{ display: 'flex', gap: 1, p: 1, borderBottom: 1, borderColor: 'divider', alignItems: 'center' }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {seat.studentName ?? seat.studentId}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {words(seat.role)} · {effectOf(seat).toLowerCase()}
          </Typography>
        </Box>
        <StatusChip value={seat.pacing?.status} />
      </Box>
    ))}
  </Box>
);

/** How many of the students would have no chair any more; they are the first. */
const WithoutChair = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <Typography variant="body2" sx={{ mb: 1 }}>
      <Plural
        value={count}
        one="# of them is left without a chair, and is listed first."
        other="# of them are left without a chair, and are listed first."
      />
    </Typography>
  );

/** The students whom a departure concerns, with how they stand; nothing when there are none. */
export const AffectedStudents = ({ userId }: { readonly userId: string }) => {
  const api = useAdminApi();
  const answer = useQuery({
    queryKey: ['users', 'affected', userId],
    queryFn: async () =>
      (
        await api.getList<Row<SeatDto>>('seats', {
          pagination: { page: 1, perPage: MOST },
          sort: { field: 'studentName', order: 'ASC' },
          filter: { parentId: userId, affected: 'true' },
        })
      ).data,
    retry: false,
  });
  return (
    <Loaded answer={answer} loading={<Skeleton variant="rounded" height={120} sx={{ mt: 2 }} />}>
      {(seats) =>
        seats.length > 0 && (
          <Box sx={{ mt: 2 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
              <Typography variant="h3" sx={{ flex: 1 }}>
                <Plural
                  value={seats.length}
                  one="# student loses a member"
                  other="# students lose a member"
                />
              </Typography>
              <Button
                size="small"
                startIcon={<FileDownloadIcon />}
                onClick={() => {
                  save(userId, seats);
                }}
              >
                <Trans>Export CSV</Trans>
              </Button>
            </Box>
            <WithoutChair count={seats.filter(losesChair).length} />
            <Students seats={seats} />
          </Box>
        )
      }
    </Loaded>
  );
};
