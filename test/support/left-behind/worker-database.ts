import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** What a process knows in memory and does not read again: the schema and the server key. */
const KEPT = new Set(['migrations', 'server_keys']);
/** A transaction that a test left open keeps its rows locked. */
const LOCK_WAIT_S = 5;

interface Table {
  readonly name: string;
  readonly hasTenant: boolean;
}

/** The database of this Jest worker, seen from outside of the service, and those that spec files make beside it. */
export class WorkerDatabase {
  private constructor(
    private readonly connection: Connection,
    private readonly name: string,
  ) {}

  /** @param url its DATABASE_URL */
  static async open(url: string): Promise<WorkerDatabase> {
    const connection = await createConnection({ uri: url, multipleStatements: true });
    await connection.query(`SET foreign_key_checks = 0, innodb_lock_wait_timeout = ${LOCK_WAIT_S}`);
    return new WorkerDatabase(connection, new URL(url).pathname.slice(1));
  }

  close(): Promise<void> {
    return this.connection.end();
  }

  /** What each connection does that is open, but this one. */
  async connections(): Promise<string[]> {
    // The table PROCESSLIST of MySQL fails for a statement with characters outside utf8mb3.
    const rows = await this.rows('SHOW PROCESSLIST');
    return rows
      .map(({ Id, db, Command, Time, Info }) => ({
        isThisOne: Id === this.connection.threadId,
        database: String(db),
        text: `${String(db)}, ${String(Command)} ${String(Time)} s: ${String(Info ?? '-').slice(0, 80)}`,
      }))
      .filter(({ isThisOne, database }) => !isThisOne && (database === this.name || this.isBeside(database)))
      .map(({ text }) => text);
  }

  /** The databases beside this one, such as those of `OwnDatabase`. */
  async databases(): Promise<string[]> {
    const rows = await this.rows('SELECT SCHEMA_NAME AS `name` FROM information_schema.SCHEMATA');
    return rows.map(({ name }) => String(name)).filter((name) => this.isBeside(name));
  }

  async drop(database: string): Promise<void> {
    await this.connection.query(`DROP DATABASE \`${database}\``);
  }

  /** The tenants that have rows and do not exist, by table. */
  async orphans(): Promise<{ readonly table: string; readonly tenantId: string }[]> {
    const tables = (await this.filled()).filter(({ hasTenant }) => hasTenant);
    if (tables.length === 0) return [];
    const parts = tables.map(
      ({ name }) =>
        `SELECT DISTINCT '${name}' AS \`table\`, \`tenantId\` FROM \`${name}\`` +
        ' WHERE `tenantId` NOT IN (SELECT `id` FROM `tenants`)',
    );
    const rows = await this.rows(parts.join(' UNION ALL '));
    return rows.map(({ table, tenantId }) => ({ table: String(table), tenantId: String(tenantId) }));
  }

  /** Empties every table but those in {@link KEPT}, so that no file meets the tenants of another one. */
  async empty(): Promise<void> {
    const statements = (await this.filled()).map(({ name }) => `DELETE FROM \`${name}\``);
    if (statements.length > 0) await this.connection.query(statements.join(';'));
  }

  private isBeside(database: string): boolean {
    return database.startsWith(`${this.name}_`);
  }

  private async filled(): Promise<Table[]> {
    const tables = await this.tables();
    if (tables.length === 0) return [];
    const parts = tables.map(
      ({ name }) => `SELECT '${name}' AS \`name\` FROM DUAL WHERE EXISTS (SELECT 1 FROM \`${name}\`)`,
    );
    const names = new Set((await this.rows(parts.join(' UNION ALL '))).map(({ name }) => String(name)));
    return tables.filter(({ name }) => names.has(name));
  }

  private async tables(): Promise<Table[]> {
    const sql =
      'SELECT TABLE_NAME AS `name`, MAX(COLUMN_NAME = ?) AS `hasTenant` FROM information_schema.COLUMNS' +
      ' WHERE TABLE_SCHEMA = ? GROUP BY TABLE_NAME';
    const rows = await this.rows(sql, ['tenantId', this.name]);
    return rows
      .map(({ name, hasTenant }) => ({ name: String(name), hasTenant: Number(hasTenant) === 1 }))
      .filter(({ name }) => !KEPT.has(name));
  }

  private async rows(sql: string, values: readonly string[] = []): Promise<RowDataPacket[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(sql, [...values]);
    return rows;
  }
}
