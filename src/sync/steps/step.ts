import type { Change } from '../../change-feed/change.js';
import type { Scope } from '../../tenancy/scope.js';
import { claimCounted, type CounterChange, itemCounted, replayCounted } from '../counters/counter.js';
import { keepsPosition, type Transition } from './decide-transition.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import type { ClaimOutcome, SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import type { GroupKey } from '../groups/open-items.repository.js';
import { isOpen } from '../entities/sync-statuses.js';

/** A transition of an item that is locked. */
export interface Step {
  readonly item: SyncItem;
  readonly transition: Transition;
  /** Who makes it; the scope's when absent. */
  readonly by?: Pick<Scope, 'actor' | 'requestId'>;
  /** The lease with which the item is handed out, and the credential that gets it. */
  readonly lease?: { readonly claimId: string; readonly leaseUntil: Date; readonly apiKey: string };
  /** When a released item may be handed out again. */
  readonly notBefore?: Date;
  /** How the present lease ends; `withdrawn` when absent. */
  readonly outcome?: Exclude<ClaimOutcome, 'sent' | 'failed'>;
  /** The claim whose connector reports what became of the item; the present lease ends like that. */
  readonly report?: { readonly claim: SyncClaim; readonly outcome: 'sent' | 'failed' };
}

/** A step that was made. */
export interface Done {
  readonly step: Step;
  readonly item: SyncItem;
}

/** The group of an item: its student and target system. */
export function groupOf({ studentId, targetSystem }: Pick<SyncItem, 'studentId' | 'targetSystem'>): GroupKey {
  return { studentId, targetSystem: targetSystem ?? '' };
}

/** The groups whose order a step changes: its own, and that of a new target system. */
export function groupsOf({ step, item }: Done): GroupKey[] {
  const states = [step.item, item].filter(({ syncStatus }) => isOpen(syncStatus));
  return states.map(groupOf);
}

/** The item after a step, without the error group of a failure. */
export function moved({ item, transition }: Step, at: Date): SyncItem {
  const { to, cause, lastError, blocked, attempts, targetSystem } = transition;
  const queuedAt = to === 'queued' && !keepsPosition(cause) ? at : item.queuedAt;
  const next = {
    targetSystem,
    lastError,
    blocked,
    errorGroup: null,
    attempts,
    queuedAt,
    lastTransitionAt: at,
    updatedAt: at,
  };
  return { ...item, ...next, syncStatus: to };
}

/** The open item after a step. Its eligibility is worked out later. */
export function openAfter(
  { item: was, transition, lease, notBefore }: Step,
  item: SyncItem,
  before: OpenItem | undefined,
): OpenItem | undefined {
  if (!isOpen(item.syncStatus)) return undefined;
  const kept = item.syncStatus === 'queued' && !keepsPosition(transition.cause) ? undefined : before;
  const { tenantId, submissionId, target, formType } = item;
  const { claimId = null, leaseUntil = null } = lease ?? {};
  return {
    tenantId,
    submissionId,
    target,
    ...groupOf(item),
    formType,
    queuedAt: kept?.queuedAt ?? item.queuedAt ?? item.updatedAt,
    eligibility: item.syncStatus === 'processing' ? 'processing' : 'behind',
    notBefore: notBefore ?? null,
    claimId,
    leaseUntil,
    attemptsBefore: kept?.attemptsBefore ?? was.attempts,
  };
}

/** What a step changes in the counters. */
export function counted({ step, item }: Done): CounterChange[] {
  const { lease, report, transition } = step;
  return [
    ...itemCounted({ before: step.item, after: item }),
    ...(transition.cause === 'replay' ? [replayCounted(item)] : []),
    ...(lease === undefined
      ? []
      : [claimCounted('claimed', { targetSystem: item.targetSystem ?? '', apiKey: lease.apiKey })]),
    ...(report === undefined ? [] : [claimCounted(`claim_${report.outcome}`, report.claim)]),
  ];
}

/** What other systems are shown of a step. */
export function eventOf({ step: { item, transition } }: Done): Change {
  const { submissionId: subject, target: part, syncStatus: from } = item;
  const { targetSystem, to, cause } = transition;
  return { type: 'sync.item-changed.v1', subject, data: { targetSystem, from, to, cause }, part };
}
