import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import type { ProvisioningDayDto, RowCountsDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { useTimeZone } from '../ui/time-zone';
import { Day as DayText } from '../ui/when';
import { grouped, words } from '../ui/words';
import { startOfDay } from '../ui/zoned-days';

// Failed rows first: a small screen has to be scrolled to see the last columns.
const OUTCOMES = ['failed', 'inserted', 'updated', 'unchanged'] as const;
const DAY_MS = 86_400_000;

function requestsOf(day: string, timeZone: string): string {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return listAddress('requests', { from: startOfDay(day, timeZone), to: startOfDay(next, timeZone) });
}

const DayLink = ({ day }: { readonly day: string }) => {
  const timeZone = useTimeZone();
  return (
    <PageLink to={requestsOf(day, timeZone)}>
      <DayText value={day} />
    </PageLink>
  );
};

const Numbers = ({ counts }: { readonly counts: RowCountsDto }) =>
  OUTCOMES.map((outcome) => (
    <TableCell
      key={outcome}
      align="right"
      sx={{
        fontVariantNumeric: 'tabular-nums',
        ...(outcome === 'failed' && counts.failed > 0 ? { color: 'error.main', fontWeight: 600 } : {}),
      }}
    >
      {grouped(counts[outcome])}
    </TableCell>
  ));

/** The chart's numbers; each day leads to its requests. */
export const ProvisioningTable = ({
  rows,
  totals,
}: {
  readonly rows: readonly ProvisioningDayDto[];
  readonly totals: RowCountsDto;
}) => (
  <TableContainer tabIndex={0} role="region" aria-label={t`Provisioning per day`}>
    <Table size="small" sx={{ '& th, & td': { px: { xs: 1, sm: 2 } } }}>
      <TableHead>
        <TableRow>
          <TableCell>
            <Trans>Day</Trans>
          </TableCell>
          {OUTCOMES.map((outcome) => (
            <TableCell key={outcome} align="right">
              {words(outcome)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {[...rows].reverse().map((row) => (
          <TableRow key={row.day}>
            <TableCell component="th" scope="row">
              <DayLink day={row.day} />
            </TableCell>
            <Numbers counts={row} />
          </TableRow>
        ))}
        <TableRow sx={{ '& > *': { fontWeight: 600 } }}>
          <TableCell component="th" scope="row">
            <Trans>Total</Trans>
          </TableCell>
          <Numbers counts={totals} />
        </TableRow>
      </TableBody>
    </Table>
  </TableContainer>
);
