import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import { type Reader, SingleStatements } from '../transaction/reader.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { StartupProblem } from '../../errors/startup-problem.js';
import { parseDatabaseUrls } from './connection-target.js';
import { dataSourceOptions } from './data-source-options.js';
import { explain, isDatabaseAway, isRetryable } from '../transaction/database-errors.js';
import { CommitMarks, type LeftMark } from '../transaction/commit-marks.js';
import { UnitOfWork } from '../transaction/unit-of-work.js';
import { LostConnections } from './lost-connections.js';
import { probeReplica } from './probe.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** A healthy replica lags by milliseconds. A reader that would wait longer reads from the primary. */
const WAIT_SECONDS = 1;
/** After a replica lagged or failed, only one read tries it during this time; all others use the primary. */
const REST_MS = 10_000;

const SHOWS_MARK = 'SELECT 1 FROM `commit_marks` WHERE `process` = ? AND `connection` = ? AND `number` >= ?';

/** For each family: how to read the position of the primary's last commit, and how a replica waits for it. */
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
  /** A node of the primary's own Galera cluster: its sessions wait without being asked, see GALERA_SESSION_INIT. */
  readonly waitsByItself: boolean;
}

/** An error of the replica is no failure of the read; any other error would occur on the primary, too. */
function isOfReplica(error: unknown): boolean {
  const isKnown =
    error instanceof ReplicaBehind || error instanceof ReplicaOfAnother || error instanceof StartupProblem;
  return isKnown || isDatabaseAway(error) || isRetryable(error);
}

async function clusterOf(server: DataSource): Promise<string> {
  const rows: { Value: string }[] = await server.query(CLUSTER);
  return rows[0]?.Value ?? '';
}

class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind';
}

/** The replica has followed another primary, whose commits the present one lacks. */
class ReplicaOfAnother extends Error {
  override readonly name = 'ReplicaOfAnother';
}

/** A commit that this process has made on the present primary. */
interface FollowedMark extends LeftMark {
  /** How many connections had ended before. */
  readonly ends: number;
  /** The connections to replicas that show it. */
  readonly shownOn: WeakSet<object>;
}

/**
 * Sends long reads to the server of DATABASE_READ_URL, if one is configured. The replica first waits until it has
 * applied what the primary had committed when the read was requested; otherwise the primary is read. So a reader sees
 * every commit, of any process, from before its request.
 *
 * A position alone does not show that: after a fail-over a replica may be further than the new primary, with commits
 * that this one lacks, and without its own. So the replica must also show a commit that this process has made on the
 * present primary.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new LineLogger(ReadReplica.name);
  private connecting: Promise<Replica> | undefined;
  private restsSince: number | undefined;
  private isUsed = true;
  private followed: FollowedMark | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectDataSource() private readonly primary: DataSource,
    private readonly connections: LostConnections,
    private readonly marks: CommitMarks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await (await this.connecting?.catch(() => undefined))?.dataSource.destroy();
  }

  /**
   * @param work only reads; it may run again on the primary
   * @param isCurrent a further condition on the replica's rows
   */
  async run<T>(
    work: (reader: Reader) => Promise<T>,
    isCurrent: (reader: Reader) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<T> {
    if (this.config.databaseReadUrl === undefined || this.isResting)
      return work(new SingleStatements(this.primary.manager));
    // While one read checks whether the replica works again, the others do not wait for it.
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
    // The age is negative when the clock was set back.
    return age >= 0 && age < REST_MS;
  }

  private async runOnReplica<T>(
    work: (reader: Reader) => Promise<T>,
    isCurrent: (reader: Reader) => Promise<boolean>,
  ): Promise<T> {
    const { dataSource, waitsByItself } = await this.connect();
    const runner = dataSource.createQueryRunner();
    try {
      if (!waitsByItself) await this.waitForPrimary(runner);
      const reader = new SingleStatements(runner.manager);
      if (!(await isCurrent(reader))) throw new ReplicaBehind();
      return await work(reader);
    } finally {
      await runner.release();
    }
  }

  private async waitForPrimary(runner: QueryRunner): Promise<void> {
    const mark = await this.markOfPrimary();
    await this.waitFor(await this.position(), runner);
    await this.demandShown(mark, runner);
  }

  /** A commit on the primary that all connections lead to now: one from before a connection was lost does not count. */
  private async markOfPrimary(): Promise<FollowedMark> {
    const ends = this.connections.count;
    if (this.followed?.ends === ends) return this.followed;
    const mark = await this.unitOfWork.run((transaction) => this.marks.leave(transaction));
    return (this.followed = { ...mark, ends, shownOn: new WeakSet() });
  }

  /** Asked once for each connection: behind one address there may be several replicas. */
  private async demandShown(
    { connection, number, shownOn }: FollowedMark,
    runner: QueryRunner,
  ): Promise<void> {
    const to = (await runner.connect()) as object;
    if (shownOn.has(to)) return;
    const rows = (await runner.query(SHOWS_MARK, [this.marks.process, connection, number])) as unknown[];
    if (rows.length === 0) throw new ReplicaOfAnother();
    shownOn.add(to);
  }

  private get gtids(): (typeof GTIDS)[keyof typeof GTIDS] {
    return GTIDS[this.primary.options.type === 'mariadb' ? 'mariadb' : 'mysql'];
  }

  private async position(): Promise<string> {
    const rows: { position: string }[] = await this.primary.query(this.gtids.position);
    return rows[0]?.position ?? '';
  }

  /** An empty position means that the primary does not record its commits, so the replica's lag is unknown. */
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
    const options = dataSourceOptions(targets, server, this.config, false);
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
    // After a day or two without a read the mark may have been swept; the next read makes another one.
    if (error instanceof ReplicaOfAnother) this.followed = undefined;
    if (this.isUsed)
      this.logger.warn({ msg: 'the replica is behind or away; reads go to the primary', ...explain(error) });
    this.isUsed = false;
  }
}
