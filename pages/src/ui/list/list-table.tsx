import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

import { kindOf } from '../../api/kinds';
import { contentOf } from './cell';
import { RowCheckbox } from './row-checkbox';
import type { Column, ListSectionConfig, Row } from './types';

export interface RowsProps<T> {
  readonly list: ListSectionConfig<T>;
  readonly selectable: boolean;
  /** In a section, which is the landmark of these rows and has their name. */
  readonly inSection: boolean;
}

const SKELETON_ROWS = 8;
const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const;

/** Hides a column on screens that are too narrow for it; paper has all of them. */
function shownFrom({ from }: { readonly from?: 'md' | 'lg' | 'xl' }) {
  return from === undefined
    ? {}
    : { display: { xs: 'none', [from]: 'table-cell' }, displayPrint: 'table-cell' };
}

const WIDE = { width: '40%', minWidth: 180, '@media print': { minWidth: 0 } };
/** Paper does not scroll: even words are broken there. */
const ON_PAPER = {
  '@media print': {
    fontSize: '0.75rem',
    '& td, & th': { px: 0.75, fontSize: 'inherit' },
    '& td': { verticalAlign: 'top' },
    '&& td, && td *': { overflowWrap: 'anywhere', whiteSpace: 'normal', minWidth: 0 },
  },
};

export function ListTable<T>({ list, selectable, inSection }: RowsProps<T>) {
  const { data: rows = [] } = useListContext<Row<T> & RaRecord>();
  const { isPending, selectedIds } = useListContext<{ id: string }>();
  const columns = list.columns.filter(({ exportOnly }) => exportOnly !== true);
  return (
    <TableContainer
      tabIndex={0}
      role={inSection ? 'group' : 'region'}
      aria-label={list.label ?? list.title}
      sx={{ '@media print': { overflow: 'visible' } }}
    >
      {/* Words are not broken; a table that is too wide scrolls. */}
      <Table
        size="small"
        aria-busy={isPending}
        sx={{
          '& td, & th': { py: 1.1, px: { md: 1.25, xl: 2 }, overflowWrap: 'break-word' },
          '& td:first-of-type, & th:first-of-type': { pl: 2 },
          // The colours of selection and hover together leave the statuses too little contrast.
          '& .MuiTableRow-root.Mui-selected:hover': { bgcolor: 'action.selected' },
          '& .MuiTableRow-root:has(input[data-row]:focus-visible)': {
            outline: '2px solid',
            outlineColor: 'primary.main',
            outlineOffset: -2,
          },
          ...ON_PAPER,
        }}
      >
        <TableHead>
          <TableRow>
            {selectable && <SelectAllCell rows={rows} />}
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {isPending && <SkeletonRows columns={columns.length + (selectable ? 1 : 0)} />}
          {rows.map((row) => (
            <TableRow key={row.id} hover selected={selectable && selectedIds.includes(row.id)}>
              {selectable && (
                <TableCell padding="checkbox">
                  <RowCheckbox id={row.id} name={list.rowName?.(row)} />
                </TableCell>
              )}
              {columns.map((column, index) => (
                <TableCell
                  key={column.name}
                  align={column.align ?? 'left'}
                  sx={{ ...shownFrom(column), ...(column.wide ? WIDE : {}) }}
                >
                  {index === 0 ? (
                    <FirstCell>{contentOf(column, row, list.linkTo?.(row))}</FirstCell>
                  ) : (
                    contentOf(column, row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/**
 * What names a row stays on one line, up to a width beyond which it would push the other columns out of sight. Where
 * the menu leaves little room, it is broken between words.
 */
const FirstCell = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      width: { lg: 'max-content' },
      maxWidth: { md: '15rem', xl: '22rem' },
      overflowWrap: 'break-word',
    }}
  >
    {children}
  </Box>
);

function HeadCell<T>({ column }: { readonly column: Column<T> }) {
  const { resource, sort, setSort } = useListContext();
  const isSorted = sort.field === column.name;
  const { firstOrder = 'ASC' } = column;
  const order = isSorted ? sort.order : firstOrder;
  const direction = order === 'ASC' ? 'asc' : 'desc';
  return (
    <TableCell align={column.align ?? 'left'} sx={shownFrom(column)} sortDirection={isSorted && direction}>
      {kindOf(resource).sorts?.includes(column.name) ? (
        <TableSortLabel
          active={isSorted}
          direction={direction}
          onClick={() => {
            setSort({ field: column.name, order: isSorted ? OPPOSITE[order] : firstOrder });
          }}
        >
          {column.label}
        </TableSortLabel>
      ) : (
        column.label
      )}
    </TableCell>
  );
}

function SelectAllCell({ rows }: { readonly rows: readonly RaRecord[] }) {
  const { selectedIds, onSelect, isPlaceholderData: isOld = false } = useListContext<RaRecord>();
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id)).length;
  return (
    <TableCell padding="checkbox">
      <Checkbox
        size="small"
        disabled={isOld}
        checked={chosen > 0 && chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        onChange={(_event, checked) => {
          const others = selectedIds.filter((id) => !ids.includes(id));
          onSelect(checked ? [...others, ...ids] : others);
        }}
        slotProps={{ input: { 'aria-label': t`Select all rows of this page` } }}
      />
    </TableCell>
  );
}

const SkeletonRows = ({ columns }: { readonly columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <TableRow key={index}>
      <TableCell colSpan={columns}>
        <Skeleton variant="text" />
      </TableCell>
    </TableRow>
  ));
