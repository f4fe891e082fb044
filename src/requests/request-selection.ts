/** A kind of status by its first digit, or one of them exactly. */
export interface StatusRange {
  readonly class: number;
  readonly exact?: number;
}

/** Which requests of a tenant, and which of those. */
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

/** Counting further would help nobody who reads a list. */
const MOST_COUNTED = 10_000;
/** Rows that are looked at, newest first, for a filter that no index serves; each statement reads 300,000 a second. */
const MOST_SEEN = 50_000;

type Condition = readonly [sql: string, value: unknown];

/** The statements of one page, with their values. */
export interface RequestSelection {
  readonly count: string;
  readonly countValues: readonly unknown[];
  readonly page: string;
  readonly pageValues: readonly unknown[];
  readonly mostSeen: number;
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
 * Tenant, time, kind of status and request id follow an index; for the other filters the rows that these leave are looked
 * at one by one, but not all of what may be a hundred million.
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
  const mostSeen = others.length === 0 ? MOST_COUNTED : MOST_SEEN;
  const columns = others.length === 0 ? '' : ', `method`, `actor`, `route`, `status`';
  const matches = others.length === 0 ? '1 = 1' : sqlOf(others);
  const sorted = `ORDER BY \`at\` ${order}, \`id\` ${order}`;
  const seen = `(SELECT \`id\`, \`at\`${columns} FROM \`request_log\` FORCE INDEX (\`${indexFor(query)}\`)
    WHERE ${sqlOf(indexed)} ${sorted} LIMIT ?) \`seen\``;
  return {
    count: `SELECT COUNT(*) AS \`seen\`, COALESCE(SUM(${matches}), 0) AS \`found\` FROM ${seen}`,
    countValues: [...valuesOf(others), ...valuesOf(indexed), mostSeen + 1],
    page: `SELECT \`id\` FROM ${seen} WHERE ${matches} ${sorted} LIMIT ? OFFSET ?`,
    pageValues: [...valuesOf(indexed), mostSeen, ...valuesOf(others), limit, offset],
    mostSeen,
    mostCounted: MOST_COUNTED,
  };
}
