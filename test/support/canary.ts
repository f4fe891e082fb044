import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { DataSource } from 'typeorm';

import { printedFile } from './evidence.js';

/** Stands in every value of a person that is looked for, and in nothing else. */
export const CANARY = 'qwzkanari';

interface ColumnRow {
  readonly name: string;
  readonly column: string;
}

/**
 * How many rows have the canary in each column of each table, by `table.column`; columns without it are left out.
 * @param tenantId of the rows of tables that have such a column; of all others every row is searched
 */
export async function canariesIn(
  database: DataSource,
  tenantId: string,
  canary = CANARY,
): Promise<Record<string, number>> {
  const columns = await database.query<ColumnRow[]>(
    `SELECT TABLE_NAME AS \`name\`, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  );
  const hits: Record<string, number> = {};
  for (const table of new Set(columns.map(({ name }) => name))) {
    const own = columns.filter(({ name }) => name === table).map(({ column }) => column);
    // Bytes are compared as they are, and as texts without case; a hexadecimal or base64 form is looked for too.
    const sums = own.map(
      (column, index) =>
        `SUM(INSTR(LOWER(CONVERT(\`${column}\` USING utf8mb4)), ?) > 0 OR INSTR(LOWER(HEX(\`${column}\`)), ?) > 0)
          AS \`c${index}\``,
    );
    const hex = Buffer.from(canary).toString('hex');
    const [row = {}] = await database.query<Record<string, string | number | null>[]>(
      `SELECT ${sums.join(', ')} FROM \`${table}\` ${own.includes('tenantId') ? 'WHERE `tenantId` = ?' : ''}`,
      [...own.flatMap(() => [canary, hex]), tenantId],
    );
    own.forEach((column, index) => {
      const count = Number(row[`c${index}`] ?? 0);
      if (count > 0) hits[`${table}.${column}`] = count;
    });
  }
  return hits;
}

/** Whether the logs of this process's services have it. */
export function isLogged(canary = CANARY): boolean {
  return readFileSync(printedFile('log'), 'utf8').toLowerCase().includes(canary);
}

/**
 * The rows of a tenant with the canary in the database as `mariadb-dump` or `mysqldump` writes it; undefined where
 * there is no such program.
 */
export async function canariesInDump(
  database: DataSource,
  tenantId: string,
  canary = CANARY,
): Promise<number | undefined> {
  const { socketPath, host, port, username, password } = database.options as unknown as Record<
    string,
    string
  >;
  const [named] = await database.query<{ name: string }[]>('SELECT DATABASE() AS `name`');
  const name = named?.name ?? '';
  const where = socketPath === undefined ? [`--host=${host}`, `--port=${port}`] : [`--socket=${socketPath}`];
  const args = [...where, `--user=${username}`, '--single-transaction', '--skip-extended-insert', name];
  for (const program of ['mariadb-dump', 'mysqldump'])
    try {
      const env = { ...process.env, MYSQL_PWD: password ?? '' };
      const dump = execFileSync(program, args, { env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' });
      const own = dump.split('\n').filter((line) => line.includes(tenantId));
      return own.filter((line) => line.toLowerCase().includes(canary)).length;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  return undefined;
}
