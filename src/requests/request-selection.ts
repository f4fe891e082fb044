/** All statuses with the same first digit, or one of them. */
export interface StatusRange {
  readonly class: number;
  readonly exact?: number;
}

/** The filter, order and page of a list of requests. */
export interface RequestQuery {
  readonly method?: string | undefined;
  readonly status?: StatusRange | undefined;
  readonly actor?: string | undefined;
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** The largest total that a list shows exactly. */
const MOST_COUNTED = 10_000;
/** The most rows that are read for a filter without an index; each statement reads 300,000 a second. */
const MOST_SCANNED = 50_000;

type Condition = readonly [sql: string, value: unknown];

/** The statements of one page, with their values. */
export interface RequestSelection {
  readonly count: string;
  readonly countValues: readonly unknown[];
  readonly page: string;
  readonly pageValues: readonly unknown[];
  readonly mostScanned: number;
  readonly mostCounted: number;
}

function indexFor({ requestId, status }: RequestQuery): string {
  if (requestId !== undefined) return 'ix_request_log_request';
  return status === undefined ? 'ix_request_log_at' : 'ix_request_log_status';
}

function given(conditions: readonly (readonly [string, unknown])[]): Condition[] {
  return conditions.filter(([, value]) => value !== undefined);
}

const sqlOf = (conditions: readonly Condition[]): string => conditions.map(([sql]) => sql).join(' AND ');
const valuesOf = (conditions: readonly Condition[]): unknown[] => conditions.map(([, value]) => value);

/**
 * Tenant, time, class of status and request id use an index; for the other filters a bounded number of the rows that
 * these leave is read, as there may be a hundred million.
 */
export function selectionOf(tenantId: string, query: RequestQuery): RequestSelection {
  const { method, status, actor, route, requestId, from, to, order, offset, limit } = query;
  const indexed = given([
    ['`tenantId` = ?', tenantId],
    ['`requestId` = ?', requestId],
    ['`statusClass` = ?', status?.class],
    ['`at` >= ?', from],
    ['`at` < ?', to],
  ]);
  const others = given([
    ['`method` = ?', method],
    ['`actor` = ?', actor],
    ['`route` = ?', route],
    ['`status` = ?', status?.exact],
  ]);
  const mostScanned = others.length === 0 ? MOST_COUNTED : MOST_SCANNED;
  const columns = others.length === 0 ? '' : ', `method`, `actor`, `route`, `status`';
  const matches = others.length === 0 ? '1 = 1' : sqlOf(others);
  const sorted = `ORDER BY \`at\` ${order}, \`id\` ${order}`;
  const seen = `(SELECT \`id\`, \`at\`${columns} FROM \`request_log\` FORCE INDEX (\`${indexFor(query)}\`)
    WHERE ${sqlOf(indexed)} ${sorted} LIMIT ?) \`seen\``;
  return {
    count: `SELECT COUNT(*) AS \`seen\`, COALESCE(SUM(${matches}), 0) AS \`found\` FROM ${seen}`,
    countValues: [...valuesOf(others), ...valuesOf(indexed), mostScanned + 1],
    page: `SELECT \`id\` FROM ${seen} WHERE ${matches} ${sorted} LIMIT ? OFFSET ?`,
    pageValues: [...valuesOf(indexed), mostScanned, ...valuesOf(others), limit, offset],
    mostScanned,
    mostCounted: MOST_COUNTED,
  };
}
