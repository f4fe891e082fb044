import { createConnection } from 'mysql2/promise';

/** A separate database for a spec file; a service that connects to it creates it. */
export class OwnDatabase {
  readonly url: string;
  private readonly name: string;

  constructor(purpose: string) {
    const url = new URL(process.env['DATABASE_URL'] ?? '');
    url.pathname += `_${purpose}`;
    this.url = url.href;
    this.name = url.pathname.slice(1);
  }

  /** Drops it before a file too, because a killed test run leaves it behind. */
  async drop(): Promise<void> {
    const server = new URL(this.url);
    server.pathname = '';
    const connection = await createConnection(server.href);
    await connection.query(`DROP DATABASE IF EXISTS \`${this.name}\``);
    await connection.end();
  }
}
