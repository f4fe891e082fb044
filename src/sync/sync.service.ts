import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { AuditService } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../errors/submissions.errors.js';
import { UndecidedSubmission } from '../errors/sync.errors.js';
import { success, type Success, type Warning } from '../http/answers.js';
import { DiscrepanciesService } from '../submissions/discrepancies/discrepancies.service.js';
import type { Scope } from '../tenancy/scope.js';
import { ClaimReports } from './claims/claim-reports.js';
import { ContactsService } from './contacts/contacts.service.js';
import { onAck, onReplay } from './steps/decide-transition.js';
import { type AckDto, presentItem, type ReplayDto, type SyncItemDto } from './dto/sync.dto.js';
import type { SyncItem } from './entities/sync-item.entity.js';
import { SyncQueue } from './steps/sync-queue.js';
import { chooseExisting, chooseItem, targetOfFirst } from './targets/choose-item.js';
import { SyncRepository } from './items/sync.repository.js';

const CONTENT_CHANGED: Warning = {
  field: 'submissionId',
  code: 'CONTENT_CHANGED',
  message: 'The submission has changed since it was handed out, so it is queued once more',
};

/** What the items of a submission know of it; all of them agree. */
function submissionOf([item]: readonly SyncItem[]): Parameters<SyncQueue['create']>[2] {
  if (item === undefined) throw new SubmissionNotFound();
  const { submissionId, formType, studentId, submissionStatus: status } = item;
  return { submissionId, formType, studentId, status };
}

/** Replays and acknowledgements (contract, section 5). */
@Injectable()
export class SyncService {
  constructor(
    private readonly items: SyncRepository,
    private readonly queue: SyncQueue,
    private readonly claimReports: ClaimReports,
    private readonly discrepancies: DiscrepanciesService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * Queues an item from any state and writes an audit entry; the answer warns of unresolved discrepancies.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item, and no target without one, is meant
   * @throws {UndecidedSubmission} when the caller leaves out submissions with unresolved discrepancies
   */
  async replay(
    scope: Scope,
    { submissionId, targetSystem }: ReplayDto,
    { isUndecidedIncluded }: { readonly isUndecidedIncluded: boolean } = { isUndecidedIncluded: true },
  ): Promise<Success<SyncItemDto>> {
    const item = await this.unitOfWork.run(async (transaction) => {
      const { item: known, label } = await this.itemToReplay(scope, transaction, submissionId, targetSystem);
      if (!isUndecidedIncluded && (await this.isUndecided(scope, transaction, submissionId)))
        throw new UndecidedSubmission();
      const transition = onReplay(known, label);
      await this.audit.record(
        scope,
        [
          {
            action: 'queue.replayed',
            target: `submission:${submissionId}`,
            before: { syncStatus: known.syncStatus, targetSystem: known.targetSystem },
            after: { syncStatus: transition.to, targetSystem: transition.targetSystem },
          },
        ],
        transaction,
      );
      return this.queue.apply(scope, transaction, known, transition);
    });
    const found = await this.discrepancies.ofSubmission(scope, submissionId);
    const fields = [
      ...new Set(found.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
    ];
    const warnings: Warning[] = fields.map((field) => ({
      field,
      code: 'UNRESOLVED_DISCREPANCIES',
      message: `The submitted ${field} differs from the record, and no administrator has decided yet`,
    }));
    return success(presentItem(item), { message: 'SUBMISSION QUEUED', warnings });
  }

  /**
   * Stores what a connector reports; without a claim it ends any lease.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {LeaseLost} when the lease of the claim has ended
   */
  async ack(scope: Scope, report: AckDto): Promise<Success<SyncItemDto>> {
    const { claimId } = report;
    const { item, isRepeated, isContentChanged } =
      claimId === undefined || claimId === null
        ? { item: await this.ackUnclaimed(scope, report), isRepeated: false, isContentChanged: false }
        : await this.claimReports.report(scope, { ...report, claimId });
    const { status, lastError } = report;
    const isIgnored = status !== 'failed' && lastError !== undefined && lastError !== null;
    const message = `lastError belongs to the status failed; it was not stored with ${status}`;
    const warnings: Warning[] = isIgnored ? [{ field: 'lastError', code: 'IGNORED', message }] : [];
    if (isContentChanged) warnings.push(CONTENT_CHANGED);
    const meta = isRepeated ? { meta: { repeated: true } } : {};
    return success(presentItem(item), { message: 'SYNC STATUS UPDATED', warnings, ...meta });
  }

  /** Connectors that do not claim make contact in this way alone. */
  private async ackUnclaimed(
    scope: Scope,
    { submissionId, status, lastError, targetSystem }: AckDto,
  ): Promise<SyncItem> {
    const after = await this.unitOfWork.run(async (transaction) => {
      const items = await this.lock(scope, transaction, submissionId);
      const { item, target } = chooseExisting(items, scope.tenant.syncTargets, targetSystem);
      const label = target === undefined ? targetSystem : undefined;
      return this.queue.apply(scope, transaction, item, onAck(item, status, lastError ?? null, label));
    });
    this.contacts.note(scope, after.targetSystem ?? '');
    return after;
  }

  private async isUndecided(scope: Scope, transaction: Transaction, submissionId: string): Promise<boolean> {
    const all = await this.discrepancies.ofSubmissions(scope, transaction, [submissionId]);
    return all.get(submissionId)?.some(({ resolution }) => resolution === null) ?? false;
  }

  /** A listed target that the replay names gets its item. */
  private async itemToReplay(
    scope: Scope,
    transaction: Transaction,
    submissionId: string,
    named: string | null | undefined,
  ): Promise<{ item: SyncItem; label: string | null | undefined }> {
    const { syncTargets } = scope.tenant;
    const items = await this.lock(scope, transaction, submissionId);
    const { item, target } = chooseItem(items, syncTargets, named);
    if (item !== undefined && target === undefined) return { item, label: named };
    const first = items.find((one) => one.target === '' && one.syncStatus === 'not_queued');
    const missing = item === undefined ? target : targetOfFirst(item, syncTargets);
    if (item !== undefined && missing === undefined) return { item, label: undefined };
    const made =
      first === undefined
        ? await this.queue.create(scope, transaction, submissionOf(items), missing ?? '')
        : await this.queue.assign(scope, transaction, first, missing ?? '');
    return { item: made, label: undefined };
  }

  /** All items of the submission, locked. */
  private async lock(scope: Scope, transaction: Transaction, submissionId: string): Promise<SyncItem[]> {
    const items = await this.items.lock(scope, transaction, [submissionId]);
    if (items.length === 0) throw new SubmissionNotFound();
    return items;
  }
}
