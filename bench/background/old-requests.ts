import type { Connection, RowDataPacket } from 'mysql2/promise';

const ROWS_PER_STATEMENT = 2000;
/** Older than any university keeps them. */
const AGE_DAYS = 4000;

/** The rows of the request log that are too old to be kept, written directly. */
export class OldRequests {
  constructor(
    private readonly database: Connection,
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
      await this.database.query(`INSERT INTO \`request_log\` (${columns}) VALUES ?`, [rows]);
    }
  }

  async count(): Promise<number> {
    const [[row]] = await this.database.query<RowDataPacket[]>(
      "SELECT COUNT(*) AS `rows` FROM `request_log` WHERE `tenantId` = ? AND `requestId` LIKE 'old-%'",
      [this.tenantId],
    );
    return Number(row?.['rows']);
  }
}
