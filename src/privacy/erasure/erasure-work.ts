import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { restAfter } from '../../concurrency/rest-after.js';
import { explain } from '../../database/transaction/database-errors.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { wallTime } from '../../tenancy/tenant-clock.js';
import type { Subject } from '../personal-data/personal-tables.js';
import { SubmissionIdsRepository } from '../personal-data/submission-ids.repository.js';
import type { Erasure } from './erasure.entity.js';
import { ErasureSteps } from './erasure-steps.js';
import { ErasuresRepository } from './erasures.repository.js';

const INTERVAL_MS = 2000;
/** After so long no call or tally that was under way at the erasure is still written. */
const IN_FLIGHT_MS = 60_000;
const AT_ONCE = 50;
/** Before an erasure that failed is tried again. */
const RETRY_MS = 30_000;

/**
 * Does what erasures do in the background, in one process at a time; when it ends in the middle, another one goes on
 * with the step that was not finished.
 */
@Injectable()
export class ErasureWork implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ErasureWork.name);
  private readonly work: LeasedWork;
  private readonly box: SecretBox;

  constructor(
    leases: Leases,
    private readonly erasures: ErasuresRepository,
    private readonly steps: ErasureSteps,
    private readonly submissions: SubmissionIdsRepository,
    private readonly tenancy: TenancyService,
    private readonly faults: FaultPoints,
    columns: SealedColumns,
  ) {
    this.box = columns.declare({
      kind: 'what people were known by who are being erased',
      table: 'erasures',
      column: 'sealedKeys',
      key: ['tenantId', 'userId'],
      purpose: 'keys of erased people',
      ownerOf: ({ tenantId = '', userId = '' }) => `${tenantId} ${userId}`,
    });
    this.work = new LeasedWork(
      leases,
      'erasures',
      () => this.goOn(),
      (error) => {
        this.logger.error({ msg: 'erasures did not go on; they are tried again', ...explain(error) });
      },
    );
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** What the data is found by, for the row of the erasure. */
  seal(subject: Subject): Buffer {
    return this.box.seal(`${subject.tenantId} ${subject.userId}`, JSON.stringify(subject));
  }

  /** Begins with an erasure without waiting for the next run. */
  begin(): void {
    this.work.runNow().catch((error: unknown) => {
      this.logger.error({ msg: 'erasures did not begin; they are tried again', ...explain(error) });
    });
  }

  /** Does all that is due. @param now later in tests, for which the second pass is due then */
  async goOn(now = wallTime()): Promise<void> {
    await this.work.alone(async () => {
      for (;;) {
        const due = await this.erasures.due(now, AT_ONCE);
        for (const erasure of due) {
          if (!(await this.work.mayGoOn())) return;
          const began = performance.now();
          await this.pass(erasure, now);
          await delay(restAfter(performance.now() - began));
        }
        if (due.length < AT_ONCE) return;
      }
    });
  }

  /** An erasure that fails stops no other one. */
  private async pass(erasure: Erasure, now: Date): Promise<void> {
    try {
      await this.run(erasure, now);
    } catch (error) {
      const { tenantId, userId } = erasure;
      this.logger.error({ msg: 'an erasure failed and is tried again', tenantId, userId, ...explain(error) });
      const failed = (await this.erasures.find(erasure, userId)) ?? erasure;
      await this.erasures.update({ ...failed, dueAt: new Date(now.getTime() + RETRY_MS) });
    }
  }

  private async run(erasure: Erasure, now: Date): Promise<void> {
    const { tenantId, userId, requestedBy, requestId } = erasure;
    const scope = { ...(await this.scopeOf(tenantId)), actor: requestedBy, requestId };
    const subject = await this.subjectOf(erasure);
    let current = { ...erasure, sealedKeys: this.seal(subject) };
    if (!(await this.erasures.update(current))) return;
    for (const { name, run } of this.steps.after(erasure.step)) {
      if (!(await this.work.mayGoOn())) return;
      const rows = await run(scope, subject);
      current = { ...current, step: name, erasedRows: current.erasedRows + rows };
      this.faults.reach(`erasure:${name} done`);
      // A step that found nothing costs next to nothing when it is repeated.
      if (rows > 0) await this.erasures.update(current);
    }
    const isChecked = erasure.state === 'checking';
    const next = isChecked
      ? { state: 'finished' as const, sealedKeys: null, finishedAt: now }
      : {
          state: 'checking' as const,
          step: '',
          dueAt: new Date(erasure.requestedAt.getTime() + IN_FLIGHT_MS),
        };
    await this.erasures.update({ ...current, ...next });
    if (isChecked)
      this.logger.log({ msg: 'a person was erased', tenantId, userId, rows: current.erasedRows });
  }

  private async scopeOf(tenantId: string): Promise<Scope> {
    return this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'erasure');
  }

  /**
   * What is looked for: also submissions that were under way when the erasure began, and in the second pass those whose
   * rows are gone. Under another server key the keys cannot be read: what is found by the ID is erased.
   */
  private async subjectOf({ tenantId, userId, sealedKeys }: Erasure): Promise<Subject> {
    const opened = sealedKeys === null ? undefined : this.box.open(`${tenantId} ${userId}`, sealedKeys);
    const none = { tenantId, userId, numbers: [userId], emails: [''], submissionIds: [] };
    const known = opened === undefined ? none : (JSON.parse(opened) as Subject);
    const present = await this.submissions.idsOf(known);
    return { ...known, submissionIds: [...new Set([...known.submissionIds, ...present])] };
  }
}
