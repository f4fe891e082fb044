import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { freePorts } from '../../bench/support/ports.js';
import { startTestServer, type TestServer } from '../../src/database/private-server/test-server.js';
import { until } from './until.js';

const DATABASE = 'replicated';

function urlOf({ socketPath }: TestServer): string {
  return `mysql://root@localhost/${DATABASE}?socketPath=${encodeURIComponent(socketPath)}`;
}

/** The statements and options of each server family. */
const WORDS = {
  mariadb: {
    flags: [],
    follow: (port: number) =>
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'replica', ` +
      `MASTER_PASSWORD = 'replica', MASTER_USE_GTID = slave_pos`,
  },
  mysql: {
    flags: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
    follow: (port: number) =>
      `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port}, SOURCE_USER = ` +
      `'replica', SOURCE_PASSWORD = 'replica', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
  },
} as const;

/** A primary and a server that follows it, on loopback. */
export class ReplicatedServers {
  private constructor(
    private readonly primary: TestServer,
    private readonly replica: TestServer,
  ) {}

  static async start(): Promise<ReplicatedServers> {
    const [port = 0] = await freePorts(1);
    const log = ['--log-bin=binlog', '--binlog-format=ROW'];
    const { mysql } = WORDS;
    const loose = mysql.flags.map((flag) => flag.replace('--', '--loose-'));
    const network = ['--skip-networking=0', '--bind-address=127.0.0.1', `--port=${port}`];
    const primary = await startTestServer(undefined, {
      name: 'primary',
      flags: [...log, ...loose, ...network, '--server-id=1'],
    });
    const replica = await startTestServer(undefined, {
      name: 'replica',
      flags: [...log, ...loose, '--server-id=2', '--read-only=1', '--relay-log=relay'],
    });
    const servers = new ReplicatedServers(primary, replica);
    await servers.follow(port);
    return servers;
  }

  get primaryUrl(): string {
    return urlOf(this.primary);
  }

  get replicaUrl(): string {
    return urlOf(this.replica);
  }

  /** The replica for a user who may only read the database. */
  get readUrl(): string {
    return this.replicaUrl.replace('root@', 'reader:reader@');
  }

  /** Runs a statement on the replica only; it is not undone. */
  async onReplica(sql: string): Promise<void> {
    await this.query(this.replica, sql, DATABASE);
  }

  /**
   * Runs `work` while the replica can apply no commit.
   * @param work gets a function that returns when a request waits for the replica to continue
   */
  async whileItStandsStill<T>(work: (isWaitedFor: () => Promise<void>) => Promise<T>): Promise<T> {
    const connection = await createConnection({ socketPath: this.replica.socketPath, user: 'root' });
    const sql =
      "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT MASTER_GTID_WAIT%' OR " +
      "INFO LIKE 'SELECT WAIT_FOR_EXECUTED%'";
    const isWaitedFor = (): Promise<void> =>
      until('a request waits for the replica', async () => {
        const [rows] = await connection.query<RowDataPacket[]>(sql);
        return rows.length > 0;
      });
    try {
      await connection.query('FLUSH TABLES WITH READ LOCK');
      return await work(isWaitedFor);
    } finally {
      await connection.end();
    }
  }

  async stopReplica(): Promise<void> {
    await this.replica.stop();
  }

  async stop(): Promise<void> {
    await this.replica.stop();
    await this.primary.stop();
  }

  private async follow(port: number): Promise<void> {
    const [row] = await this.query(this.primary, 'SELECT VERSION() AS `version`');
    const words = WORDS[/mariadb/i.test(String(row?.['version'])) ? 'mariadb' : 'mysql'];
    for (const sql of [
      "CREATE USER replica@'127.0.0.1' IDENTIFIED BY 'replica'",
      "GRANT REPLICATION SLAVE ON *.* TO replica@'127.0.0.1'",
      "CREATE USER reader@localhost IDENTIFIED BY 'reader'",
      `GRANT SELECT ON ${DATABASE}.* TO reader@localhost`,
    ])
      await this.query(this.primary, sql);
    await this.query(this.replica, words.follow(port));
    await this.query(this.replica, 'START REPLICA');
  }

  private async query({ socketPath }: TestServer, sql: string, database?: string): Promise<RowDataPacket[]> {
    const connection = await createConnection({
      socketPath,
      user: 'root',
      ...(database === undefined ? {} : { database }),
    });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    } finally {
      await connection.end();
    }
  }
}
