import { t } from '@lingui/core/macro';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import type { ErasurePlanDto } from '../../../api/openapi';
import { grouped } from '../../../ui/words';

type Planned = ErasurePlanDto['tables'][number];

const FATES: Readonly<Record<Planned['fate'], string>> = {
  erased: t`Erased`,
  overwritten: t`Stays without what is personal`,
  kept: t`Stays`,
};

function nameOf({ table, part }: Planned): string {
  return part === null ? table : `${table}: ${part}`;
}

/** What is stored about a person, by the tables of the database, and what becomes of it. */
export const PlanTable = ({ tables }: { readonly tables: readonly Planned[] }) => (
  <TableContainer sx={{ maxHeight: 360 }} tabIndex={0} role="region" aria-label={t`What would be erased`}>
    <Table size="small" stickyHeader>
      <TableHead>
        <TableRow>
          <TableCell>{t`Table`}</TableCell>
          <TableCell align="right">{t`Rows`}</TableCell>
          <TableCell>{t`What becomes of them`}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {tables.map((planned) => (
          <TableRow key={nameOf(planned)}>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{nameOf(planned)}</TableCell>
            <TableCell align="right">{grouped(planned.rows)}</TableCell>
            <TableCell>{FATES[planned.fate]}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);
