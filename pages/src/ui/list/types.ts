import type { ReactNode } from 'react';

/** One column of a list: in the table, on the card of a small screen, and in the CSV export. */
export interface Column<T> {
  /** Unique in the list; also the name that the API sorts by, when `sortable`. */
  readonly name: string;
  readonly label: string;
  /** What is shown; without it, `csv` or the row's field of that name. */
  readonly render?: (row: T) => ReactNode;
  /** What is exported; without it, the row's field of that name. `false`: not exported. */
  readonly csv?: ((row: T) => string | number | boolean | null | undefined) | false;
  readonly sortable?: boolean;
  readonly align?: 'right';
  /** Hidden in the table below this width; `never`: exported only. */
  readonly from?: 'md' | 'lg' | 'xl' | 'never';
  /** Cards of small screens: the first line, below it, or not at all. Default: below. */
  readonly onCard?: 'title' | 'aside' | 'hidden';
  /** Grows with the table; the others keep their content's width. */
  readonly wide?: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A filter above a list, kept in the address bar. */
export interface Filter {
  readonly source: string;
  readonly label: string;
  /** Choices make it a select, otherwise it is a text. */
  readonly options?: readonly Option[];
  readonly type?: 'text' | 'date' | 'search';
  readonly placeholder?: string;
  /** In pixels, on wide screens. */
  readonly width?: number;
}
