import { type ReactNode, Suspense, useState } from 'react';
import { ListBase, type RaRecord } from 'react-admin';

import { BatchResults, type BatchOutcome } from '../batch-results';
import { lazyPage } from '../lazy-page';
import { Page } from '../page';
import { Section } from '../section';
import { InView } from '../views/in-view';
import { isReady, useViewOfAddress } from '../views/opened-view';
import { contentOf } from '../views/view-content';
import type { ViewNotesProps } from '../views/view-notes';
import type { ViewsMenuProps } from '../views/views-menu';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { ListPanel } from './list-panel';
import { OwnSelection } from './own-selection';
import type { StreamedExportsProps } from './streamed-exports';
import type { Column, ListConfig, ListSectionConfig } from './types';

const ViewNotes = lazyPage<ViewNotesProps>(() => import('../views/view-notes'));
const ViewsMenu = lazyPage<ViewsMenuProps>(() => import('../views/views-menu'));
const StreamedExports = lazyPage<StreamedExportsProps>(() => import('./streamed-exports'));

function isTime<T>(column: Column<T>): boolean {
  return 'format' in column && column.format === 'moment';
}

function Exports<T>({ list: { columns, streamed } }: { readonly list: ListConfig<T> }) {
  if (streamed === undefined) return <ExportButton columns={columns} />;
  return (
    <Suspense fallback={null}>
      <StreamedExports formats={streamed} hasTimes={columns.some(isTime)} />
    </Suspense>
  );
}

interface ListPageProps<T> {
  readonly list: ListConfig<T>;
  /** Below the rows. */
  readonly children?: ReactNode;
}

/** A page with a list: title, filters, table or cards, paging, export. Page, sorting and filters are in the address. */
export function ListPage<T>({ list, children }: ListPageProps<T>) {
  const { resource, title, intro, filters = [], filter, sort, actions } = list;
  const { Summary, SelectionActions, isOfRow = false, perPage = 25 } = list;
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const opened = useViewOfAddress(resource);
  const defaults = { sort, perPage };
  const shown = opened.view === undefined ? undefined : contentOf(opened.view, defaults);
  const ofView = opened.hasOwnFilters ? undefined : shown?.filters;
  return (
    <ListBase<RaRecord>
      // react-admin keeps the first order and size of a page that it gets at an address; those of the view come later.
      key={isReady(opened) ? 'rows' : 'view'}
      resource={resource}
      filter={ofView === undefined ? filter : { ...ofView, ...filter }}
      sort={shown?.sort ?? sort}
      perPage={shown?.perPage ?? perPage}
      queryOptions={{ enabled: isReady(opened) }}
      exporter={false}
      {...(isOfRow ? { storeKey: false } : {})}
    >
      <InView filters={ofView}>
        <Page
          title={title}
          intro={intro}
          actions={
            <>
              {!isOfRow && (
                <Suspense fallback={null}>
                  <ViewsMenu opened={opened} defaults={defaults} />
                </Suspense>
              )}
              {isReady(opened) && <Exports list={list} />}
              {actions}
            </>
          }
        >
          {opened.id !== undefined && (
            <Suspense fallback={null}>
              <ViewNotes opened={opened} />
            </Suspense>
          )}
          {isReady(opened) && (
            <>
              {filters.length > 0 && <FilterBar filters={filters} />}
              {Summary !== undefined && <Summary onDone={setOutcome} />}
              <BatchResults
                outcome={outcome}
                onUndone={setOutcome}
                onClose={() => {
                  setOutcome(undefined);
                }}
              />
              <OwnSelection>
                <ListPanel
                  list={list}
                  selectionActions={SelectionActions && <SelectionActions onDone={setOutcome} />}
                />
              </OwnSelection>
            </>
          )}
          {children}
        </Page>
      </InView>
    </ListBase>
  );
}

interface ListSectionProps<T> {
  readonly list: ListSectionConfig<T>;
  /** Always applies; the user does not choose it. */
  readonly filter?: Readonly<Record<string, string>>;
  /** The page has another list, whose page and sorting are in the address. */
  readonly isSecondList?: boolean;
}

/** A list as a part of a page. */
export function ListSection<T>({ list, filter, isSecondList = false }: ListSectionProps<T>) {
  const { resource, title, intro, columns, sort } = list;
  return (
    <ListBase<RaRecord>
      resource={resource}
      filter={filter}
      sort={sort}
      perPage={10}
      disableSyncWithLocation={isSecondList}
      storeKey={false}
      exporter={false}
    >
      <Section title={title} intro={intro} actions={<ExportButton columns={columns} />}>
        <ListPanel list={list} inSection />
      </Section>
    </ListBase>
  );
}
