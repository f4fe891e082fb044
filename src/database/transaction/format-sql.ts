import { format, type SqlValue } from 'mysql2';

/** The time zone in which times are written and read on every connection. */
export const TIME_ZONE = 'Z';

/**
 * Puts the values into the statements; all connections of this service use it. Without values the text is returned as
 * it is: the driver would search a long text, made by this function, for placeholders.
 * @param values of types that the driver knows how to write; the driver requires this of every caller
 */
export function formatSql(sql: string, values: readonly unknown[] | undefined): string {
  return values === undefined || values.length === 0
    ? sql
    : format(sql, values as SqlValue[], false, TIME_ZONE);
}
