import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';

const ROWS_PER_STATEMENT = 2000;
/** Older than any university keeps them. */
const AGE_DAYS = 4000;

/** The rows of the request log that are too old to be kept, written directly. */
export class OldRequests {
  constructor(
    private readonly databaseUrl: string,
    private readonly tenantId: string,
  ) {}

  async add(count: number): Promise<void> {
    const row = [this.tenantId, 'POST', '/api/v1/integration/users', '/api/v1/integration/users', 201, 2, 9];
    const columns =
      '`tenantId`, `method`, `path`, `route`, `status`, `statusClass`, `ms`, `actor`, `address`, `requestId`, `at`';
    for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
      const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, count - from) }, (_, index) => [
        ...row,
        'key:bench',
        '127.0.0.1',
        `old-${from + index}`,
        new Date(Date.now() - AGE_DAYS * 86_400_000),
      ]);
      await this.ask(`INSERT INTO \`request_log\` (${columns}) VALUES ?`, [rows]);
    }
  }

  async count(): Promise<number> {
    const [first] = await this.ask(
      "SELECT COUNT(*) AS `rows` FROM `request_log` WHERE `tenantId` = ? AND `requestId` LIKE 'old-%'",
      [this.tenantId],
    );
    return Number(first?.['rows']);
  }

  private async ask(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const connection = await createConnection({ ...parseDatabaseUrl(this.databaseUrl), timezone: 'Z' });
    const [rows] = await connection.query(sql, values);
    await connection.end();
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
  }
}
