import { createHash } from 'node:crypto';

import { columnKey } from '../mapping/mapping.js';

/** The same for files with the same columns, in whatever order and case. */
export function columnsHashOf(header: readonly string[]): string {
  const columns = [...new Set(header.map(columnKey))].sort();
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex');
}
