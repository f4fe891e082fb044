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

const LOGGING = [
  '--log-bin=binlog',
  '--binlog-format=ROW',
  ...WORDS.mysql.flags.map((flag) => flag.replace('--', '--loose-')),
];

function startFollower(name: string, id: number): Promise<TestServer> {
  const flags = [...LOGGING, `--server-id=${id}`, '--read-only=1', '--relay-log=relay'];
  return startTestServer(undefined, { name, flags });
}

/** A primary and a server that follows it, on loopback. */
export class ReplicatedServers {
  private constructor(
    private readonly primary: TestServer,
    private readonly replica: TestServer,
    private readonly port: number,
  ) {}

  private readonly others: TestServer[] = [];

  static async start(): Promise<ReplicatedServers> {
    const [port = 0] = await freePorts(1);
    const network = ['--skip-networking=0', '--bind-address=127.0.0.1', `--port=${port}`];
    const primary = await startTestServer(undefined, {
      name: 'primary',
      flags: [...LOGGING, ...network, '--server-id=1'],
    });
    const replica = await startFollower('replica', 2);
    const servers = new ReplicatedServers(primary, replica, port);
    await servers.prepare();
    await servers.follow(replica);
    return servers;
  }

  /** A further replica, which another primary may be made of. @returns its address, and runs statements on it */
  async another(): Promise<{ url: string; run: (sql: string) => Promise<unknown> }> {
    const server = await startFollower('another', 3);
    this.others.push(server);
    await this.follow(server);
    return { url: urlOf(server), run: (sql) => this.query(server, sql) };
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
    for (const server of [...this.others, this.replica, this.primary]) await server.stop();
  }

  /** Makes the users of replication and of reading; they are replicated. */
  private async prepare(): Promise<void> {
    for (const sql of [
      "CREATE USER replica@'127.0.0.1' IDENTIFIED BY 'replica'",
      "GRANT REPLICATION SLAVE ON *.* TO replica@'127.0.0.1'",
      "CREATE USER reader@localhost IDENTIFIED BY 'reader'",
      `GRANT SELECT ON ${DATABASE}.* TO reader@localhost`,
    ])
      await this.query(this.primary, sql);
  }

  private async follow(server: TestServer): Promise<void> {
    const [row] = await this.query(this.primary, 'SELECT VERSION() AS `version`');
    const words = WORDS[/mariadb/i.test(String(row?.['version'])) ? 'mariadb' : 'mysql'];
    await this.query(server, words.follow(this.port));
    await this.query(server, 'START REPLICA');
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
