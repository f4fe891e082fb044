import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';

import type { Column } from './types';

type Plain = string | number | boolean | null | undefined;

/** The value of a column that can be written as text. */
export function textOf<T extends RaRecord>(column: Column<T>, row: T): Plain {
  if (typeof column.csv === 'function') return column.csv(row);
  const value = (row as Readonly<Record<string, unknown>>)[column.name];
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Plain);
}

/** What a column shows of a row; a link to the row's page when it has one. */
export function contentOf<T extends RaRecord>(column: Column<T>, row: T, link?: string): ReactNode {
  const text = textOf(column, row);
  const content =
    column.render?.(row) ?? (text === null || text === undefined || text === '' ? '–' : String(text));
  if (link === undefined) return content;
  return (
    <Link component={RouterLink} to={link} sx={{ fontWeight: 600 }}>
      {content}
    </Link>
  );
}
