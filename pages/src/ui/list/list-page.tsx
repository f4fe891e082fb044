import { type ReactNode, Suspense, useState } from 'react';
import { ListBase, type RaRecord } from 'react-admin';

import { BatchResults, type BatchOutcome } from '../batch-results';
import { lazyPage } from '../lazy-page';
import { Page } from '../page';
import { Section } from '../section';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { ListPanel } from './list-panel';
import { OwnSelection } from './own-selection';
import type { StreamedExportsProps } from './streamed-exports';
import type { Column, ListConfig, ListSectionConfig } from './types';

const StreamedExports = lazyPage<StreamedExportsProps>(() => import('./streamed-exports'));

function isTime<T>(column: Column<T>): boolean {
  return 'format' in column && column.format === 'moment';
}

interface ListPageProps<T> {
  readonly list: ListConfig<T>;
  /** Below the rows. */
  readonly children?: ReactNode;
}

/** A page with a list: title, filters, table or cards, paging, export. Page, sorting and filters are in the address. */
export function ListPage<T>({ list, children }: ListPageProps<T>) {
  const { resource, title, intro, columns, filters = [], filter, sort, streamed, actions } = list;
  const { Summary, SelectionActions, isOfRow = false, perPage = 25 } = list;
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <ListBase<RaRecord>
      resource={resource}
      filter={filter}
      sort={sort}
      perPage={perPage}
      exporter={false}
      {...(isOfRow ? { storeKey: false } : {})}
    >
      <Page
        title={title}
        intro={intro}
        actions={
          <>
            {streamed === undefined ? (
              <ExportButton columns={columns} />
            ) : (
              <Suspense>
                <StreamedExports formats={streamed} hasTimes={columns.some(isTime)} />
              </Suspense>
            )}
            {actions}
          </>
        }
      >
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
        {children}
      </Page>
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
