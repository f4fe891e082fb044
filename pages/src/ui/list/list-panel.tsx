import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import {
  Pagination,
  PaginationActions,
  type PaginationActionsProps,
  useListContext,
  useTranslate,
} from 'react-admin';

import { EmptyState } from '../empty-state';
import { ErrorState } from '../error-state';
import { usePaper } from '../use-paper';
import { ExampleOfList } from './example-row';
import { useFilterValues } from './filter-values';
import { ListCards } from './list-cards';
import { ListTable, type RowsProps } from './list-table';
import { SelectionBar } from './selection-bar';
import type { ListSectionConfig } from './types';

interface ListPanelProps<T> {
  readonly list: ListSectionConfig<T>;
  /** Buttons for the selected rows. Rows can be selected only when it is given. */
  readonly selectionActions?: ReactNode;
  /** Without a frame of its own. */
  readonly inSection?: boolean;
}

/** The rows of a list with their paging. */
export function ListPanel<T>({ list, selectionActions, inSection = false }: ListPanelProps<T>) {
  const { data, total, isPending, isPlaceholderData: isOld = false } = useListContext();
  return (
    <Paper
      variant={inSection ? 'elevation' : 'outlined'}
      // Not hidden: the bar of the selected rows would stay in view of the panel instead of the window.
      sx={{
        overflow: 'clip',
        '@media print': { overflow: 'visible' },
        minWidth: 0,
        mx: inSection ? { xs: -2, md: -1 } : 0,
      }}
    >
      {selectionActions !== undefined && <SelectionBar>{selectionActions}</SelectionBar>}
      {/* The rows of before are shown until the others have come. Paler ones could not be read. */}
      <Box aria-busy={isOld} sx={{ position: 'relative' }}>
        {isOld && (
          <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 3 }} />
        )}
        <Rows list={list} selectable={selectionActions !== undefined} inSection={inSection} />
      </Box>
      {(isPending || Boolean(total) || Boolean(data?.length)) && (
        <Box component="nav" aria-label={t`Pages: ${list.label ?? list.title}`} sx={{ minHeight: 52 }}>
          <Paging />
        </Box>
      )}
    </Paper>
  );
}

/** MUI names them in English. */
const PageButtons = (props: PaginationActionsProps) => <PaginationActions {...props} aria-label={t`Pages`} />;

/** On a small screen, MUI names the buttons in English. */
const Paging = () => {
  const translate = useTranslate();
  const { total } = useListContext();
  const named = (name: string) => {
    const label = translate(`ra.navigation.${name}`);
    return { 'aria-label': label, title: label };
  };
  return (
    <Pagination
      // Without a total, there are no numbered pages to go to.
      {...(total === undefined ? {} : { actions: PageButtons })}
      rowsPerPageOptions={[10, 25, 50, 100]}
      slotProps={{ actions: { nextButton: named('next'), previousButton: named('previous') } }}
    />
  );
};

function Rows<T>(rows: RowsProps<T>) {
  const { error, data, total, isPending, refetch } = useListContext();
  const isFiltered = Object.keys(useFilterValues()).length > 0;
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  // Paper is narrow as well, and has the table.
  const isPaper = usePaper();
  if (error)
    return (
      <Box sx={{ px: 2 }}>
        <ErrorState error={error} onRetry={refetch} />
      </Box>
    );
  if (!isPending && !total && data.length === 0)
    return isFiltered ? (
      <EmptyState title={t`Nothing matches the filters`} hint={t`Change a filter or clear them all.`} />
    ) : (
      <EmptyState {...rows.list.empty}>
        <ExampleOfList list={rows.list} />
      </EmptyState>
    );
  return isSmall && !isPaper ? <ListCards {...rows} /> : <ListTable {...rows} />;
}
