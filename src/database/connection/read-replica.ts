import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import { type Reader, SingleStatements } from '../transaction/reader.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { StartupProblem } from '../../errors/startup-problem.js';
import { parseDatabaseUrls } from './connection-target.js';
import { dataSourceOptions } from './data-source-options.js';
import { explain, isDatabaseAway, isRetryable } from '../transaction/database-errors.js';
import { probeReplica } from './probe.js';

/** A replica that works is behind by milliseconds; a reader that waits for more is better served by the primary. */
const WAIT_SECONDS = 1;
/** For how long all but one read leave a replica alone that was behind or away. */
const REST_MS = 10_000;

/** What the primary has committed, and how a replica is asked to wait for it. */
const GTIDS = {
  mariadb: {
    position: 'SELECT @@GLOBAL.gtid_binlog_pos AS `position`',
    wait: 'SELECT MASTER_GTID_WAIT(?, ?) AS `behind`',
  },
  mysql: {
    position: 'SELECT @@GLOBAL.gtid_executed AS `position`',
    wait: 'SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?) AS `behind`',
  },
} as const;

const CLUSTER = "SHOW GLOBAL STATUS LIKE 'wsrep_cluster_state_uuid'";

interface Replica {
  readonly dataSource: DataSource;
  /** A node of the primary's own Galera cluster: its sessions wait by themselves, see GALERA_SESSION_INIT. */
  readonly waitsByItself: boolean;
}

/** The replica is no reason to fail; what else goes wrong would go wrong on the primary, too. */
function isOfReplica(error: unknown): boolean {
  const isKnown = error instanceof ReplicaBehind || error instanceof StartupProblem;
  return isKnown || isDatabaseAway(error) || isRetryable(error);
}

async function clusterOf(server: DataSource): Promise<string> {
  const rows: { Value: string }[] = await server.query(CLUSTER);
  return rows[0]?.Value ?? '';
}

class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind';
}

/**
 * Long reads go to the server of DATABASE_READ_URL, where there is one. It is given what the primary had committed when it was
 * asked, or the primary reads itself: no reader misses what was committed, by any process, before it asked.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new Logger(ReadReplica.name);
  private connecting: Promise<Replica> | undefined;
  private restsSince: number | undefined;
  private isUsed = true;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectDataSource() private readonly primary: DataSource,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await (await this.connecting?.catch(() => undefined))?.dataSource.destroy();
  }

  /**
   * @param work reads only; it may be run again on the primary
   * @param isCurrent a further condition, for what must be true of the replica's rows
   */
  async run<T>(
    work: (reader: Reader) => Promise<T>,
    isCurrent: (reader: Reader) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<T> {
    if (this.config.databaseReadUrl === undefined || this.isResting)
      return work(new SingleStatements(this.primary.manager));
    // While one read finds out whether the replica is well again, the others do not wait for it.
    if (!this.isUsed) this.restsSince = Date.now();
    try {
      const result = await this.runOnReplica(work, isCurrent);
      this.use();
      return result;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      this.rest(error);
      return work(new SingleStatements(this.primary.manager));
    }
  }

  private get isResting(): boolean {
    const age = Date.now() - (this.restsSince ?? -Infinity);
    // Negative when the clock was put back.
    return age >= 0 && age < REST_MS;
  }

  private async runOnReplica<T>(
    work: (reader: Reader) => Promise<T>,
    isCurrent: (reader: Reader) => Promise<boolean>,
  ): Promise<T> {
    const { dataSource, waitsByItself } = await this.connect();
    const position = waitsByItself ? undefined : await this.position();
    const runner = dataSource.createQueryRunner();
    try {
      if (position !== undefined) await this.waitFor(position, runner);
      const reader = new SingleStatements(runner.manager);
      if (!(await isCurrent(reader))) throw new ReplicaBehind();
      return await work(reader);
    } finally {
      await runner.release();
    }
  }

  private get gtids(): (typeof GTIDS)[keyof typeof GTIDS] {
    return GTIDS[this.primary.options.type === 'mariadb' ? 'mariadb' : 'mysql'];
  }

  private async position(): Promise<string> {
    const rows: { position: string }[] = await this.primary.query(this.gtids.position);
    return rows[0]?.position ?? '';
  }

  /** An empty position says that the primary keeps no account of its commits: what the replica lacks is unknown then. */
  private async waitFor(position: string, runner: QueryRunner): Promise<void> {
    const rows = (await runner.query(this.gtids.wait, [position, WAIT_SECONDS])) as {
      behind: number | string | null;
    }[];
    if (position === '' || String(rows[0]?.behind) !== '0') throw new ReplicaBehind();
  }

  private connect(): Promise<Replica> {
    return (this.connecting ??= this.open().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    }));
  }

  private async open(): Promise<Replica> {
    const targets = parseDatabaseUrls(this.config.databaseReadUrl ?? '', 'DATABASE_READ_URL');
    const server = await probeReplica(targets);
    const options = dataSourceOptions(targets, server, this.config.poolSize, false);
    const { entities = [] } = this.primary.options;
    const dataSource = await new DataSource({ ...options, entities }).initialize();
    const isSameCluster = server.galera && (await clusterOf(dataSource)) === (await clusterOf(this.primary));
    return { dataSource, waitsByItself: isSameCluster };
  }

  private use(): void {
    this.restsSince = undefined;
    if (!this.isUsed) this.logger.log({ msg: 'reads go to the replica again' });
    this.isUsed = true;
  }

  private rest(error: unknown): void {
    this.restsSince = Date.now();
    if (this.isUsed)
      this.logger.warn({ msg: 'the replica is behind or away; reads go to the primary', ...explain(error) });
    this.isUsed = false;
  }
}
