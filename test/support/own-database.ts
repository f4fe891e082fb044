import { createConnection } from 'mysql2/promise';

/** A database of a spec file's own, beside the worker's; a service that connects to it makes it. */
export class OwnDatabase {
  readonly url: string;
  private readonly name: string;

  constructor(purpose: string) {
    const url = new URL(process.env['DATABASE_URL'] ?? '');
    url.pathname += `_${purpose}`;
    this.url = url.href;
    this.name = url.pathname.slice(1);
  }

  /** Before a file as well as after it, as a run that was killed leaves it behind. */
  async drop(): Promise<void> {
    const server = new URL(this.url);
    server.pathname = '';
    const connection = await createConnection(server.href);
    await connection.query(`DROP DATABASE IF EXISTS \`${this.name}\``);
    await connection.end();
  }
}
