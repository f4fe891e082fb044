/** Of the latest successful requests so many are looked at; a university before its first run has few. */
const MOST_SCANNED = 2000;
const PLANS = ['/api/v1/admin/files/plan'];
const POSTS = ['/api/v1/integration/users', '/api/v1/integration/users/bulk'];

const SQL = `SELECT \`at\` FROM (
    SELECT \`at\`, \`id\`, \`route\`, \`path\` FROM \`request_log\` FORCE INDEX (\`ix_request_log_status\`)
    WHERE \`tenantId\` = ? AND \`statusClass\` = 2 ORDER BY \`at\` DESC, \`id\` DESC LIMIT ?
  ) \`seen\` WHERE \`route\` IN (?) OR (\`route\` IN (?) AND \`path\` LIKE '%dryRun%')
  ORDER BY \`at\`, \`id\` LIMIT 1`;

/** A dry run of people, or the plan of a file. The log has no values of a query, so `dryRun=false` counts too. */
export function firstDryRunOf(tenantId: string): { sql: string; values: unknown[] } {
  return { sql: SQL, values: [tenantId, MOST_SCANNED, PLANS, POSTS] };
}
