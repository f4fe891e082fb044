import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** Rows of one table, in a temporary one. */
interface Copy {
  readonly name: string;
  readonly checksum: number;
}

type State = ReadonlyMap<string, Copy>;

/**
 * The rows of a database, which can be put back to earlier ones, as on a server that has lost what was committed since.
 * Nothing else uses the database meanwhile.
 */
export class RewoundRows {
  private readonly states = new Map<number, State>();
  private copies = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly tables: readonly string[],
  ) {}

  static async of(url: string): Promise<RewoundRows> {
    const connection = await createConnection(url);
    await connection.query('SET foreign_key_checks = 0');
    const [tables] = await connection.query<RowDataPacket[]>(
      'SELECT `TABLE_NAME` AS `name` FROM `information_schema`.`TABLES` ' +
        "WHERE `TABLE_SCHEMA` = DATABASE() AND `TABLE_TYPE` = 'BASE TABLE' ORDER BY 1",
    );
    const names = tables.map(({ name }) => String(name));
    return new RewoundRows(connection, names);
  }

  /** Keeps the rows that there are now. */
  async keep(name: number): Promise<void> {
    const last = [...this.states.values()].at(-1);
    const state = new Map<string, Copy>();
    for (const [table, checksum] of await this.checksums()) {
      const known = last?.get(table);
      state.set(table, known?.checksum === checksum ? known : await this.copy(table, checksum));
    }
    this.states.set(name, state);
  }

  /** Puts those back that were kept by this name; what numbers itself counts on from them. */
  async rewind(name: number): Promise<void> {
    const state = this.states.get(name);
    if (state === undefined) throw new Error('No such rows were kept');
    for (const [table, checksum] of await this.checksums()) {
      const kept = state.get(table);
      if (kept === undefined || kept.checksum === checksum) continue;
      await this.connection.query(`TRUNCATE TABLE \`${table}\``);
      await this.connection.query(`INSERT INTO \`${table}\` SELECT * FROM \`${kept.name}\``);
    }
  }

  async query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const [rows] = await this.connection.query(sql, [...values]);
    return rows as Row[];
  }

  /** Also lets go of what was kept. */
  async end(): Promise<void> {
    await this.connection.end();
  }

  private async copy(table: string, checksum: number): Promise<Copy> {
    const name = `kept_${(this.copies += 1)}`;
    await this.connection.query(`CREATE TEMPORARY TABLE \`${name}\` SELECT * FROM \`${table}\``);
    return { name, checksum };
  }

  private async checksums(): Promise<[table: string, checksum: number][]> {
    const names = this.tables.map((table) => `\`${table}\``).join(', ');
    const [rows] = await this.connection.query<RowDataPacket[]>(`CHECKSUM TABLE ${names}`);
    return rows.map(({ Checksum }, index) => [this.tables[index] ?? '', Number(Checksum)]);
  }
}
