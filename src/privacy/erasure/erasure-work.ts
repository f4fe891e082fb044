import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { Subject } from '../personal-data/personal-table.js';
import { SubmissionIdsRepository } from '../personal-data/submission-ids.repository.js';
import type { Erasure } from './erasure.entity.js';
import { ErasureKeys, type KnownSubject } from './erasure-keys.js';
import { ErasureSteps, REQUEST_LOG } from './erasure-steps.js';
import { ErasuresRepository } from './erasures.repository.js';

/** After so long no call or tally that was under way at the erasure is still written. */
const IN_FLIGHT_MS = 60_000;
const AT_ONCE = 100;
/** For how many people the log and the history of a tenant are read at once. */
const MOST_SEARCHED = 1000;
/** Before an erasure that failed is tried again. */
const RETRY_MS = 30_000;
/** Before it is looked again whether the keys of a person can be read. */
const KEY_RETRY_MS = 86_400_000;

/**
 * Does what erasures do in the background. When a process ends in the middle, another one continues with the step that
 * was not finished.
 */
@Injectable()
export class ErasureWork {
  private readonly logger = new LineLogger(ErasureWork.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly erasures: ErasuresRepository,
    private readonly steps: ErasureSteps,
    private readonly keys: ErasureKeys,
    private readonly submissions: SubmissionIdsRepository,
    private readonly tenancy: TenancyService,
    private readonly faults: FaultPoints,
  ) {
    this.work = background.one('erasures', { run: () => this.doDue() });
  }

  /** Asks for what is due, without waiting for it. */
  begin(): void {
    this.work.soon();
  }

  private async doDue(): Promise<void> {
    for (;;) {
      const now = wallTime();
      const due = await this.erasures.due(now, AT_ONCE);
      const tenants = new Set(due.map(({ tenantId }) => tenantId));
      for (const id of tenants) {
        const batch = due.filter(({ tenantId }) => tenantId === id);
        if (!(await this.doBatch(batch, now))) return;
      }
      if (due.length < AT_ONCE) return;
    }
  }

  /** An erasure that fails stops no other one. @returns false when this process must stop */
  private async doBatch(batch: readonly Erasure[], now: Date): Promise<boolean> {
    const searched = await this.searchLog(await this.freshOf(batch, now), now);
    if (searched === undefined) return false;
    const ids = new Set(batch.map(({ userId }) => userId));
    const ready = searched.filter(({ userId }) => ids.has(userId));
    for (const erasure of [...ready, ...batch.filter(({ step }) => step !== '')]) {
      if (!(await this.work.mayContinue())) return false;
      try {
        await this.run(erasure, now);
      } catch (error) {
        await this.postpone([erasure], now, error);
      }
    }
    return true;
  }

  /** Those of a batch whose pass has not begun, with others of the tenant, for whom the long walk is the same. */
  private async freshOf(batch: readonly Erasure[], now: Date): Promise<Erasure[]> {
    const fresh = new Map(batch.filter(({ step }) => step === '').map((one) => [one.userId, one]));
    const [first] = fresh.values();
    if (first === undefined) return [];
    const others = await this.erasures.freshOf(first, now, MOST_SEARCHED);
    return [...new Map([...others.map((one) => [one.userId, one] as const), ...fresh]).values()];
  }

  /** The first step. @returns those whose step is done; undefined when this process must stop */
  private async searchLog(erasures: readonly Erasure[], now: Date): Promise<Erasure[] | undefined> {
    const [{ tenantId } = { tenantId: '' }] = erasures;
    if (erasures.length === 0) return [];
    try {
      const known = erasures.map((erasure) => ({ erasure, subject: this.keys.open(erasure).subject }));
      const people = known.map(({ subject }) => subject);
      const rows = new Map<Subject, number>();
      const scope = await this.scopeOf(tenantId);
      const isDone = await this.slowly(this.steps.searchTenant(scope, people), (counts) => {
        for (const [subject, count] of counts) rows.set(subject, (rows.get(subject) ?? 0) + count);
      });
      if (!isDone) return undefined;
      const searched = known.map(({ erasure, subject }) => {
        const erasedRows = erasure.erasedRows + (rows.get(subject) ?? 0);
        return { ...erasure, step: REQUEST_LOG, erasedRows };
      });
      // Also where nothing was found, since it is a long walk.
      for (const erasure of searched) await this.erasures.update(erasure);
      return searched;
    } catch (error) {
      await this.postpone(erasures, now, error);
      return [];
    }
  }

  private async postpone(erasures: readonly Erasure[], now: Date, error: unknown): Promise<void> {
    for (const { tenantId, userId } of erasures) {
      this.logger.error({ msg: 'an erasure failed and is tried again', tenantId, userId, ...explain(error) });
      const failed = await this.erasures.find({ tenantId }, userId);
      if (failed === undefined) continue;
      await this.erasures.update({ ...failed, dueAt: new Date(now.getTime() + RETRY_MS) });
    }
  }

  /** The steps that follow the first one. */
  private async run(erasure: Erasure, now: Date): Promise<void> {
    const { tenantId, requestedBy, requestId } = erasure;
    const scope = { ...(await this.scopeOf(tenantId)), actor: requestedBy, requestId };
    const { subject, isWhole } = await this.subjectOf(erasure);
    // A box that cannot be opened may be once the former key is there again.
    let current = isWhole ? { ...erasure, sealedKeys: this.keys.seal(subject) } : erasure;
    if (!(await this.erasures.update(current))) return;
    for (const { name, run } of await this.steps.after(erasure.step, subject)) {
      let rows = 0;
      const isDone = await this.slowly(run(scope, subject), (count) => (rows += count));
      if (!isDone) return;
      current = { ...current, step: name, erasedRows: current.erasedRows + rows };
      this.faults.reach(`erasure:${name} done`);
      // A step that found nothing costs next to nothing when it is repeated.
      if (rows > 0) await this.erasures.update(current);
    }
    await this.endPass(current, isWhole, now);
  }

  private async endPass(erasure: Erasure, isWhole: boolean, now: Date): Promise<void> {
    const { tenantId, userId, erasedRows: rows, requestedAt } = erasure;
    if (erasure.state !== 'checking') {
      const dueAt = new Date(requestedAt.getTime() + IN_FLIGHT_MS);
      await this.erasures.update({ ...erasure, state: 'checking', step: '', dueAt });
      return;
    }
    if (!isWhole) {
      this.logger.error({
        msg: 'a person was erased by the ID alone, for want of the server key',
        tenantId,
        userId,
      });
      await this.erasures.update({ ...erasure, step: '', dueAt: new Date(now.getTime() + KEY_RETRY_MS) });
      return;
    }
    await this.erasures.update({ ...erasure, state: 'finished', sealedKeys: null, finishedAt: wallTime() });
    this.logger.log({ msg: 'a person was erased', tenantId, userId, rows });
  }

  /** Rests after each piece. @returns false when this process must stop */
  private async slowly<T>(pieces: AsyncIterable<T>, take: (piece: T) => void): Promise<boolean> {
    let began = performance.now();
    for await (const piece of pieces) {
      take(piece);
      await this.work.rest(performance.now() - began);
      if (!(await this.work.mayContinue())) return false;
      began = performance.now();
    }
    return true;
  }

  private async scopeOf(tenantId: string): Promise<Scope> {
    return this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'erasure');
  }

  /**
   * What is looked for: also submissions that were under way when the erasure began, and in the second pass those whose
   * rows are gone.
   */
  private async subjectOf(erasure: Erasure): Promise<KnownSubject> {
    const { subject, isWhole } = this.keys.open(erasure);
    const present = await this.submissions.idsOf(subject);
    const submissionIds = [...new Set([...subject.submissionIds, ...present])];
    return { subject: { ...subject, submissionIds }, isWhole };
  }
}
