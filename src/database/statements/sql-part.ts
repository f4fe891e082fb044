/** A part of a condition, with its values. */
export type SqlPart = readonly [sql: string, ...values: unknown[]];

export function conditionOf(parts: readonly SqlPart[]): { sql: string; values: unknown[] } {
  return {
    sql: parts.map(([sql]) => sql).join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  };
}
