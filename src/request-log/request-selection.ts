/** All statuses with the same first digit, or one of them. */
export interface StatusRange {
  readonly class: number;
  readonly exact?: number;
}

/** The filter of requests. */
export interface RequestFilter {
  readonly method?: string | undefined;
  readonly status?: StatusRange | undefined;
  readonly actor?: string | undefined;
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly run?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The filter, order and page of a list of requests. */
export interface RequestQuery extends RequestFilter {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** The largest total that a list shows exactly. */
const MOST_COUNTED = 10_000;
/** The most rows that are read for a filter without an index; each statement reads 300,000 a second. */
export const MOST_SCANNED = 50_000;

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

function indexFor({ requestId, run, status }: RequestFilter): string {
  if (requestId !== undefined) return 'ix_request_log_request';
  if (run !== undefined) return 'ix_request_log_run';
  return status === undefined ? 'ix_request_log_at' : 'ix_request_log_status';
}

function given(conditions: readonly (readonly [string, unknown])[]): Condition[] {
  return conditions.filter(([, value]) => value !== undefined);
}

const sqlOf = (conditions: readonly Condition[]): string => conditions.map(([sql]) => sql).join(' AND ');
const valuesOf = (conditions: readonly Condition[]): unknown[] => conditions.map(([, value]) => value);

interface Conditions {
  /** Those that the index finds. */
  readonly indexed: readonly Condition[];
  /** Those that are checked of each row that the index finds. */
  readonly others: readonly Condition[];
}

function conditionsOf(tenantId: string, filter: RequestFilter): Conditions {
  const { method, status, actor, route, requestId, run, from, to } = filter;
  return {
    indexed: given([
      ['`tenantId` = ?', tenantId],
      ['`requestId` = ?', requestId],
      ['`run` = ?', run],
      ['`statusClass` = ?', status?.class],
      ['`at` >= ?', from],
      ['`at` < ?', to],
    ]),
    others: given([
      ['`method` = ?', method],
      ['`actor` = ?', actor],
      ['`route` = ?', route],
      ['`status` = ?', status?.exact],
    ]),
  };
}

/** The request after which a part of an export begins. */
export interface RequestPosition {
  readonly at: Date;
  readonly id: number;
}

/**
 * One step through all requests, the latest first: the next rows that the index finds, each with whether the other
 * conditions are true of it. A step reads a bounded number of rows, however few of them match.
 */
export function stepOf(
  tenantId: string,
  filter: RequestFilter,
  after: RequestPosition | undefined,
  limit: number,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { indexed, others } = conditionsOf(tenantId, filter);
  const matches = others.length === 0 ? '1' : sqlOf(others);
  const beyond = after === undefined ? '' : ' AND `at` <= ? AND (`at` < ? OR `id` < ?)';
  return {
    sql: `SELECT \`id\`, \`at\`, (${matches}) AS \`matches\`
      FROM \`request_log\` FORCE INDEX (\`${indexFor(filter)}\`)
      WHERE ${sqlOf(indexed)}${beyond} ORDER BY \`at\` DESC, \`id\` DESC LIMIT ?`,
    values: [
      ...valuesOf(others),
      ...valuesOf(indexed),
      ...(after === undefined ? [] : [after.at, after.at, after.id]),
      limit,
    ],
  };
}

/**
 * Tenant, time, class of status, run and request id use an index; for the other filters a bounded number of the rows
 * that these leave is read, as there may be a hundred million.
 */
export function selectionOf(tenantId: string, query: RequestQuery): RequestSelection {
  const { order, offset, limit } = query;
  const { indexed, others } = conditionsOf(tenantId, query);
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
