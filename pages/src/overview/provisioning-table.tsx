import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link as RouterLink } from 'react-router-dom';

import { listWith } from '../ui/list-with';
import { words } from '../ui/status-chip';
import { Day as DayText } from '../ui/when';
import { grouped } from './grouped';
import type { Counts, Day } from './model';

// The failed ones first: on a small screen the last columns have to be scrolled to.
const OUTCOMES = ['failed', 'inserted', 'updated', 'unchanged'] as const;
const DAY_MS = 86_400_000;

function requestsOf(day: string): string {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return listWith('requests', { from: day, to: next });
}

const Numbers = ({ counts }: { readonly counts: Counts }) =>
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
  readonly rows: readonly Day[];
  readonly totals: Counts;
}) => (
  <TableContainer tabIndex={0} role="region" aria-label="Provisioning per day">
    <Table size="small" sx={{ '& th, & td': { px: { xs: 1, sm: 2 } } }}>
      <TableHead>
        <TableRow>
          <TableCell>Day</TableCell>
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
              <Link component={RouterLink} to={requestsOf(row.day)}>
                <DayText value={row.day} />
              </Link>
            </TableCell>
            <Numbers counts={row} />
          </TableRow>
        ))}
        <TableRow sx={{ '& > *': { fontWeight: 600 } }}>
          <TableCell component="th" scope="row">
            Total
          </TableCell>
          <Numbers counts={totals} />
        </TableRow>
      </TableBody>
    </Table>
  </TableContainer>
);
