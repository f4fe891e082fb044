import type { ReactNode } from 'react';

import type { CsvValue } from '../csv';
import { PageLink } from '../page-link';
import { StatusChip } from '../status-chip';
import { When } from '../when';
import { words } from '../words';
import type { Column, Format, Row } from './types';

const NONE = '–';

/** The value of a column as it is exported. */
export function textOf<T>(column: Column<T>, row: Row<T>): CsvValue {
  if (typeof column.csv === 'function') return column.csv(row);
  const value = (row as Readonly<Record<string, unknown>>)[column.name];
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);
}

/** What a column shows of a row; with an address, as a link to it. */
export function contentOf<T>(column: Column<T>, row: Row<T>, address?: string): ReactNode {
  const content = column.render?.(row) ?? formatted(column, textOf(column, row));
  if (address === undefined) return content;
  return (
    <PageLink to={address} sx={{ fontWeight: 600 }}>
      {content}
    </PageLink>
  );
}

export function formatted<T>(column: Column<T>, value: CsvValue): ReactNode {
  if (value === null || value === undefined || value === '') return column.none ?? NONE;
  return 'format' in column && column.format ? FORMATS[column.format](String(value)) : String(value);
}

const FORMATS: Readonly<Record<Format, (value: string) => ReactNode>> = {
  moment: (value) => <When value={value} />,
  status: (value) => <StatusChip value={value} />,
  words,
};
