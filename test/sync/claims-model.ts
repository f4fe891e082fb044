import { delayAfter } from '../../src/sync/steps/decide-transition.js';
import type { SyncStatus } from '../../src/sync/entities/sync-statuses.js';

/** A submission of the model; its content is distinguished by a number. */
export interface ModelSubmission {
  readonly submissionId: string;
  readonly studentId: string;
  readonly formType: string;
  content: number;
}

/** An item of the model, by the contract's words alone: the whole order is looked through for every claim. */
export interface ModelItem {
  readonly submission: ModelSubmission;
  readonly target: string | null;
  status: SyncStatus;
  attempts: number;
  attemptsBefore: number;
  queuedAt: number;
  notBefore: number;
  claim: ModelClaim | undefined;
}

export interface ModelClaim {
  readonly claimId: string;
  readonly item: ModelItem;
  readonly content: number;
  until: number;
  outcome: 'sent' | 'failed' | 'other' | undefined;
}

export interface ModelFilter {
  readonly targetSystem?: string | undefined;
  readonly formTypes?: readonly string[] | undefined;
}

const isOpen = ({ status }: ModelItem): boolean => status === 'queued' || status === 'processing';

/** The queue of one tenant as section 8 of the contract describes it. */
export class QueueModel {
  readonly items: ModelItem[] = [];
  readonly claims = new Map<string, ModelClaim>();

  constructor(private readonly maxAttempts: number) {}

  itemsOf(submission: ModelSubmission): ModelItem[] {
    return this.items.filter((item) => item.submission === submission);
  }

  add(submission: ModelSubmission, target: string | null, now: number): void {
    const blank = { attempts: 0, attemptsBefore: 0, queuedAt: now, notBefore: 0, claim: undefined };
    this.items.push({ submission, target, status: 'queued', ...blank });
  }

  fits(item: ModelItem, { targetSystem, formTypes }: ModelFilter): boolean {
    if (item.status !== 'queued') return false;
    if (targetSystem !== undefined && item.target !== targetSystem) return false;
    return formTypes === undefined || formTypes.includes(item.submission.formType);
  }

  waiting(filter: ModelFilter): number {
    return this.items.filter((item) => this.fits(item, filter)).length;
  }

  /** Which items a claim hands out, in their order; it does not change them. */
  next(filter: ModelFilter, limit: number, now: number): ModelItem[] {
    const order = this.items.filter(isOpen).sort(inOrder);
    const taken: ModelItem[] = [];
    for (const item of order) {
      if (taken.length === limit) break;
      const isStopped = order
        .slice(0, order.indexOf(item))
        .filter((one) => one.submission.studentId === item.submission.studentId && one.target === item.target)
        .some((one) => one.status === 'processing' || one.notBefore > now || taken.includes(one));
      if (this.fits(item, filter) && item.notBefore <= now && !isStopped) taken.push(item);
    }
    return taken;
  }

  take(item: ModelItem, claimId: string, until: number): void {
    const claim = { claimId, item, content: item.submission.content, until, outcome: undefined };
    Object.assign(item, { status: 'processing', attempts: item.attempts + 1, notBefore: 0, claim });
    this.claims.set(claimId, claim);
  }

  isHeld(claim: ModelClaim, now: number): boolean {
    return claim.outcome === undefined && claim.until > now;
  }

  /** The report of a connector that holds the item. */
  report(claim: ModelClaim, status: 'sent' | 'failed', now: number): void {
    const { item } = claim;
    this.endClaim(item, status);
    if (item.submission.content === claim.content) item.status = status;
    else this.queueAnew(item, now);
  }

  /** @returns the delay in seconds; undefined when the item has failed */
  release(claim: ModelClaim, delaySeconds: number | undefined, now: number): number | undefined {
    const { item } = claim;
    const attempts = item.attempts - item.attemptsBefore;
    this.giveBack(item);
    if (item.status === 'failed') return undefined;
    const delay = delaySeconds ?? delayAfter(attempts);
    item.notBefore = now + delay * 1000;
    return delay;
  }

  /** What the sweep does. A delay that is over stays so, also when the clock jumps back afterwards. */
  sweep(now: number): void {
    for (const item of this.items) {
      if (item.claim !== undefined && item.claim.until <= now) this.giveBack(item);
      if (item.notBefore <= now) item.notBefore = 0;
    }
  }

  approve(item: ModelItem, now: number): void {
    if (!isOpen(item)) this.queueAnew(item, now);
  }

  replay(item: ModelItem, now: number): void {
    this.endClaim(item, 'other');
    this.queueAnew(item, now);
  }

  /** A report without a claim. */
  ack(item: ModelItem, status: 'processing' | 'sent' | 'failed'): void {
    this.endClaim(item, 'other');
    // An item that comes back into the order has the place of its last queueing.
    if (!isOpen(item) && status === 'processing') item.attemptsBefore = item.attempts;
    if (status === 'processing') item.attempts += 1;
    item.notBefore = 0;
    item.status = status;
  }

  private giveBack(item: ModelItem): void {
    this.endClaim(item, 'other');
    item.status = item.attempts - item.attemptsBefore >= this.maxAttempts ? 'failed' : 'queued';
  }

  private queueAnew(item: ModelItem, now: number): void {
    Object.assign(item, { status: 'queued', queuedAt: now, attemptsBefore: item.attempts, notBefore: 0 });
  }

  private endClaim(item: ModelItem, outcome: 'sent' | 'failed' | 'other'): void {
    if (item.claim !== undefined) item.claim.outcome = outcome;
    item.claim = undefined;
  }
}

function inOrder(one: ModelItem, other: ModelItem): number {
  if (one.queuedAt !== other.queuedAt) return one.queuedAt - other.queuedAt;
  if (one.submission !== other.submission)
    return one.submission.submissionId < other.submission.submissionId ? -1 : 1;
  return (one.target ?? '') < (other.target ?? '') ? -1 : 1;
}
