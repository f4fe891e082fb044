import type { ComponentType, ReactNode } from 'react';
import type { SortPayload } from 'react-admin';

import type { BatchOutcome } from '../batch-results';
import type { CsvValue } from '../csv';
import type { Option } from '../options';

/** A row as react-admin keeps it: `id` is the field that `api/kinds.ts` names as its key. */
export type Row<T> = T & { readonly id: string };

/** A list as a part of a page; `ListSection` shows it. */
export interface ListSectionConfig<T> {
  /** Where the rows come from; it has an entry in `api/kinds.ts`. */
  readonly resource: string;
  readonly title: string;
  /** Names the rows for a screen reader, where the title does not. */
  readonly label?: string;
  readonly intro?: ReactNode;
  /** The API sorts by those that `api/kinds.ts` names. */
  readonly columns: readonly Column<T>[];
  /** The order until the user chooses another one. */
  readonly sort: SortPayload;
  /** The address of a row's own page; its first column becomes the link. */
  readonly linkTo?: (row: Row<T>) => string;
  /** What a screen reader calls a row that can be selected, where its `id` says nothing. */
  readonly rowName?: (row: Row<T>) => string;
  readonly empty: EmptyList;
}

/** What is said when there are no rows and no filter is set. */
export interface EmptyList {
  readonly title: string;
  /** What the list is for, and what fills it. */
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  /** Invented values of one row, by the names of their columns; a text is shown in the format of its column. */
  readonly example?: Readonly<Record<string, ReactNode>>;
}

/** A page with a list; `ListPage` shows it. */
export interface ListConfig<T> extends ListSectionConfig<T> {
  readonly empty: EmptyList & Required<Pick<EmptyList, 'hint' | 'example'>>;
  readonly filters?: readonly Filter[];
  /** Always applies to the rows; the user does not choose it. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Keeps no page and order for the next visit: the list is another one for each row that it is below. */
  readonly isOfRow?: true;
  /** The formats that the API streams, however many rows there are. Without them the page composes a CSV file. */
  readonly streamed?: readonly StreamedFormat[];
  /** Rows of a page until the user chooses another number; one of those that can be chosen. */
  readonly perPage?: 25 | 50 | 100;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Between the filters and the rows. */
  readonly Summary?: ComponentType<BatchProps>;
  /** Buttons for the selected rows. Rows can be selected only when it is given. */
  readonly SelectionActions?: ComponentType<BatchProps>;
}

/** The ending of an `export` of the API. */
export type StreamedFormat = 'csv' | 'ndjson';

/** The props of a component that changes several rows at once; the list shows the outcome. */
export interface BatchProps {
  readonly onDone: (outcome: BatchOutcome) => void;
}

/** One column of a list: in the table, on the card of a small screen, and in the CSV export. */
export type Column<T> = FieldColumn<T> | ComposedColumn<T>;

/** Shows one field of the row. */
interface FieldColumn<T> extends ColumnLayout {
  readonly name: keyof Row<T> & string;
  /** How the field is formatted; without it, the value is shown unchanged. */
  readonly format?: Format;
  /** Replaces the formatted value on the page. */
  readonly render?: (row: Row<T>) => ReactNode;
  /** Replaces the value in the export. */
  readonly csv?: Export<T>;
}

/** Shows a value that is composed of several fields, or of none. */
interface ComposedColumn<T> extends ColumnLayout {
  readonly name: string;
  /** Without it, the exported value is shown. */
  readonly render?: (row: Row<T>) => ReactNode;
  readonly csv: Export<T>;
}

interface ColumnLayout {
  /** Unique in the list; the name by which the API sorts. */
  readonly name: string;
  readonly label: string;
  /** What is shown where there is no value; a dash when it is not given. */
  readonly none?: string;
  readonly align?: 'right';
  /** Hidden in the table below this width. */
  readonly from?: 'md' | 'lg' | 'xl';
  /** In the export and nowhere else. */
  readonly exportOnly?: boolean;
  /** On a card: its first line, beside it, or not at all; without it, below. */
  readonly onCard?: 'title' | 'aside' | 'hidden';
  /** The order at the first click on its head; ascending when it is not given. */
  readonly firstOrder?: 'DESC';
  /** Grows with the table; the others keep the width of what they show. */
  readonly wide?: boolean;
}

/** A moment with its time, a status with its colour, or a code such as `not_queued` in words. */
export type Format = 'moment' | 'status' | 'words';

/** False: the column is not exported. */
type Export<T> = ((row: Row<T>) => CsvValue) | false;

/** A filter above a list, kept in the address bar. */
export interface Filter {
  /**
   * The query parameter of the API; of a date it gets the moment at which the day begins in the shown zone, of a `day`
   * the day of the tenant's calendar itself. In the address it may be relative: `last-7-days/from`.
   */
  readonly source: string;
  /** The parameter for the end of a range of days, of which `source` is the beginning: without it there is no end. */
  readonly until?: string;
  /** Days of which some are still to come. */
  readonly isAhead?: true;
  readonly label: string;
  /** The choices of a select; without them the filter is a text field. */
  readonly options?: readonly Option[];
  /** A hook that loads the choices. */
  readonly useOptions?: () => readonly Option[];
  /** A field of the list's own. */
  readonly Field?: ComponentType<FilterFieldProps>;
  /** Has no field: a link sets it. */
  readonly isOfLinks?: true;
  /** A hook that says what a value means; without it the choice, or the value itself. */
  readonly useText?: (value: string) => string;
  readonly type?: 'text' | 'date' | 'day' | 'search';
  readonly placeholder?: string;
  /** In pixels, on wide screens. */
  readonly width?: number;
}

export interface FilterFieldProps {
  readonly filter: Filter;
  /** Empty when the filter is not set. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}
