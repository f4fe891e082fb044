import { createConnection } from 'mysql2/promise';

import { freePorts } from '../../../bench/support/ports.js';
import { startTestServer, type TestServer } from '../../../src/database/private-server/test-server.js';
import type { ComposeService } from '../../support/compose-file.js';

/** A MySQL server as the service `mysql` of a Compose file describes it, on a port of the loopback interface. */
export class ComposeDatabase {
  private constructor(
    readonly port: number,
    private readonly server: TestServer,
  ) {}

  /** What the image of MySQL does with its command and its environment. */
  static async start({ command = [], environment }: ComposeService): Promise<ComposeDatabase> {
    const [port = 0] = await freePorts(1);
    const network = ['--skip-networking=0', '--bind-address=127.0.0.1', `--port=${port}`];
    const server = await startTestServer(console.error, { name: 'compose', flags: [...network, ...command] });
    const { MYSQL_DATABASE = '', MYSQL_USER, MYSQL_PASSWORD } = environment;
    const root = await createConnection({ socketPath: server.socketPath, user: 'root' });
    await root.query(`CREATE DATABASE \`${MYSQL_DATABASE}\``);
    await root.query("CREATE USER ?@'%' IDENTIFIED BY ?", [MYSQL_USER, MYSQL_PASSWORD]);
    await root.query(`GRANT ALL ON \`${MYSQL_DATABASE}\`.* TO ?@'%'`, [MYSQL_USER]);
    await root.end();
    return new ComposeDatabase(port, server);
  }

  /** The address that a service of the file has, on this machine. */
  urlOf({ environment: { DATABASE_URL = '' } }: ComposeService): string {
    const url = new URL(DATABASE_URL);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
