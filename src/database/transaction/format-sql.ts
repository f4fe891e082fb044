import { format, type SqlValue } from 'mysql2';

/** In which times are written and read on every connection. */
export const TIME_ZONE = 'Z';

/**
 * The statements with their values in their places: how every connection of ours puts them there. Without values nothing is
 * looked for, which the driver does at length in a text that was made by this.
 * @param values those that the driver knows how to write, as it asks of everybody who calls it
 */
export function formatSql(sql: string, values: readonly unknown[] | undefined): string {
  return values === undefined || values.length === 0
    ? sql
    : format(sql, values as SqlValue[], false, TIME_ZONE);
}
