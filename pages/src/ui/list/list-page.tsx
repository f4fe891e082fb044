import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { ListBase, Pagination, type RaRecord, type SortPayload, useListContext } from 'react-admin';

import { EmptyState } from '../empty-state';
import { ErrorState } from '../error-state';
import { Page } from '../page';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { useFilterValues } from './filter-values';
import { ListCards } from './list-cards';
import { ListTable } from './list-table';
import { SelectionBar } from './selection-bar';
import type { Column, Filter } from './types';

interface ListPanelProps<T extends RaRecord> extends Omit<ListPageProps<T>, 'title' | 'sort' | 'resource'> {
  /** Without a frame of its own. */
  readonly inSection?: boolean;
  /** Names the list when a page has more than one. */
  readonly label?: string;
}

export interface ListPageProps<T extends RaRecord> {
  /** Only when the page does not belong to the resource of its route. */
  readonly resource?: string;
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly columns: readonly Column<T>[];
  readonly filters?: readonly Filter[];
  readonly sort: SortPayload;
  /** The address of a row's own page; its first column becomes the link. */
  readonly linkTo?: (row: T) => string;
  /** Buttons for what is selected; with it, rows can be selected. */
  readonly selectionActions?: ReactNode;
  /** What to say when there is nothing at all, no filter set. */
  readonly empty: { readonly title: string; readonly hint?: ReactNode; readonly action?: ReactNode };
  /** Between the filters and the rows. */
  readonly summary?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with a list: title, filters, table or cards, paging, export. Page, sorting and filters are in the address. */
export function ListPage<T extends RaRecord>(props: ListPageProps<T>) {
  const { resource, title, intro, actions, sort, children } = props;
  return (
    <ListBase<T> {...(resource === undefined ? {} : { resource })} sort={sort} perPage={25} exporter={false}>
      <Page
        title={title}
        intro={intro}
        actions={
          <>
            <ExportButton columns={props.columns} />
            {actions}
          </>
        }
      >
        <ListPanel {...props} label={props.title} />
        {children}
      </Page>
    </ListBase>
  );
}

/** The list alone, inside any list context. */
export function ListPanel<T extends RaRecord>(props: ListPanelProps<T>) {
  const { filters = [], summary, selectionActions, label = 'List', inSection = false } = props;
  const { total, isPending } = useListContext<T>();
  return (
    <>
      {filters.length > 0 && <FilterBar filters={filters} />}
      {summary}
      <Paper
        {...(inSection ? {} : { variant: 'outlined' })}
        sx={{ overflow: 'hidden', minWidth: 0, ...(inSection ? { mx: { xs: -2, md: -1 } } : {}) }}
      >
        {selectionActions !== undefined && <SelectionBar>{selectionActions}</SelectionBar>}
        <Rows {...props} />
        {(isPending || Boolean(total)) && (
          <Box component="nav" aria-label={`Pages: ${label}`} sx={{ minHeight: 52 }}>
            <Pagination rowsPerPageOptions={[10, 25, 50, 100]} />
          </Box>
        )}
      </Paper>
    </>
  );
}

function Rows<T extends RaRecord>(props: ListPanelProps<T>) {
  const { columns, linkTo, empty, label = 'List' } = props;
  const { error, total, isPending, refetch } = useListContext<T>();
  const filterValues = useFilterValues();
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  if (error)
    return (
      <Box sx={{ px: 2 }}>
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      </Box>
    );
  if (!isPending && !total) {
    const isFiltered = Object.keys(filterValues).length > 0;
    return isFiltered ? (
      <EmptyState title="Nothing matches the filters" hint="Change a filter or clear them all." />
    ) : (
      <EmptyState {...empty} />
    );
  }
  const shared = {
    columns,
    label,
    selectable: props.selectionActions !== undefined,
    ...(linkTo ? { linkTo } : {}),
  };
  return isSmall ? <ListCards {...shared} /> : <ListTable {...shared} />;
}
