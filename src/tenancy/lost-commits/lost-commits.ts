import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { Background } from '../../background/background.js';
import { Limiter } from '../../concurrency/limiter.js';
import { LostConnections } from '../../database/connection/lost-connections.js';
import { withNamedLock } from '../../database/named-lock.js';
import { type AcknowledgedCommit, CommitMarks } from '../../database/transaction/commit-marks.js';
import { CommitMarksRepository } from '../../database/transaction/commit-marks.repository.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { isSandboxId } from '../credentials/secrets.js';
import type { Scope } from '../scope.js';
import { wallTime } from '../time/tenant-clock.js';
import { type Loss, lossOf } from './find-loss.js';
import { type FoundLoss, LossWriter, type RecordedLoss } from './loss-writer.js';
import { LossesRepository } from './losses.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A process compares the commits of a day; rows of ended processes are left for as long again. */
const COMPARED_MS = DAY_MS;
const MARKS_KEPT_MS = 2 * DAY_MS;
const LOSSES_KEPT_MS = 400 * DAY_MS;
const LOCK_SECONDS = 10;

/** What a caller was given, and the database does not know any more. */
export interface NoticedStamp {
  readonly stamp: number;
  /** The last stamp before it that the database knows; 0 when it knows none. */
  readonly kept: number;
  /** What {@link LostCommits.upTo} was when the caller was given it. */
  readonly lostUpTo: number;
}

/**
 * Notices that the database has lost commits that it had acknowledged: after a fail-over to a replica that had not
 * received them, or after a crash of a server that does not flush each commit. It is looked for when connections come
 * back, and every few seconds, since a proxy may hide that the server has changed.
 */
@Injectable()
export class LostCommits {
  private readonly logger = new LineLogger('database');
  private server: string | null = null;
  private forgotAt = 0;
  private readonly oneByOne = new Limiter(1);

  constructor(
    background: Background,
    connections: LostConnections,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly marks: CommitMarks,
    private readonly stored: CommitMarksRepository,
    private readonly losses: LossesRepository,
    private readonly writer: LossWriter,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const work = background.each('lost-commits', { run: () => this.check() });
    connections.onReturn(() => work.runNow());
  }

  /**
   * Up to which stamp of a tenant a copy may have what was lost; 0 when nothing was. The next stamp after it is given
   * to no change, and when this is answered, all changes with earlier ones are committed.
   */
  upTo({ tenantId }: Scope): Promise<number> {
    return this.losses.upTo(tenantId);
  }

  /** A caller has been given a stamp, signed, that the database does not know any more. */
  async noticed(scope: Scope, { stamp, kept, lostUpTo }: NoticedStamp): Promise<void> {
    const { tenantId } = scope;
    const isSandbox = isSandboxId(tenantId);
    const now = wallTime().getTime();
    const firstAt = kept === 0 ? stamp : kept + 1;
    const span = isSandbox ? { firstAt: now, lastAt: now } : { firstAt, lastAt: stamp };
    const tenants = new Map([[tenantId, stamp]]);
    const loss = { ...span, commits: [], tenants, isOpen: false, isOfUniversities: !isSandbox };
    const isRecorded = async (): Promise<boolean> => (await this.upTo(scope)) > lostUpTo;
    await this.record(loss, this.server, isRecorded);
  }

  private async check(): Promise<void> {
    await this.forget();
    const since = wallTime().getTime() - COMPARED_MS;
    const remembered = this.marks.remembered.filter(({ at }) => at >= since);
    if (remembered.length === 0) return;
    const hasOlder = this.marks.hasForgotten || remembered.length < this.marks.remembered.length;
    const first = await this.look(remembered, hasOlder);
    // A killed statement may answer with fewer rows (docs/decisions/0041).
    const found = first.loss === undefined ? first : await this.look(remembered, hasOlder);
    if (found.loss !== undefined)
      await this.record({ ...found.loss, isOfUniversities: true }, found.server, () =>
        Promise.resolve(false),
      );
    this.server = found.server;
  }

  private async look(
    remembered: readonly AcknowledgedCommit[],
    hasOlder: boolean,
  ): Promise<{ loss: Loss | undefined; server: string }> {
    const { server, marks } = await this.stored.of(this.marks.process);
    const { startedAt } = this.marks;
    return { server, loss: lossOf(remembered, marks, { hasOlder, startedAt }) };
  }

  /**
   * One after the other: processes that find the same loss add to one row, and a process with many readers waits for
   * the lock with one connection.
   */
  private record(
    loss: RecordedLoss,
    server: string | null,
    isRecorded: () => Promise<boolean>,
  ): Promise<void> {
    return this.oneByOne.run(async () => {
      if (await isRecorded()) return;
      const outcome = await withNamedLock(this.dataSource, 'lost-commits', LOCK_SECONDS, async () => {
        if (await isRecorded()) return 'known';
        const found: FoundLoss = { ...loss, server, formerServer: this.server, now: wallTime().getTime() };
        await this.unitOfWork.run((transaction) => this.writer.write(transaction, found));
        return 'recorded';
      });
      if (outcome === undefined) throw new Error('Another process records lost commits.');
      this.marks.forget(loss.commits);
      if (outcome === 'recorded') this.log(loss, server);
    });
  }

  private log({ firstAt, lastAt, commits, tenants }: Loss, server: string | null): void {
    this.logger.error({
      msg: 'commits were lost',
      from: new Date(firstAt),
      until: new Date(lastAt),
      commits: commits.length,
      tenants: tenants.size,
      formerServer: this.server,
      server,
    });
  }

  private async forget(): Promise<void> {
    const now = wallTime().getTime();
    if (Math.abs(now - this.forgotAt) < HOUR_MS) return;
    this.forgotAt = now;
    await this.stored.deleteOlder(MARKS_KEPT_MS);
    await this.losses.deleteBefore(new Date(now - LOSSES_KEPT_MS));
  }
}
