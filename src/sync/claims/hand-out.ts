import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { IdempotencyConflict } from '../../errors/request.errors.js';
import { bodyHashOf } from '../../http/server/idempotency-key.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { onClaimed } from '../steps/decide-transition.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncClaimKey } from '../entities/sync-claim-key.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import type { BuiltEnvelope, Envelope } from '../envelope/envelope.js';
import { EnvelopeService } from '../envelope/envelope.service.js';
import type { Candidate, ClaimFilter, GroupKey } from '../groups/open-items.repository.js';
import { SyncQueue } from '../steps/sync-queue.js';
import { keyOf, SyncRepository } from '../items/sync.repository.js';
import { Candidates } from './candidates.js';
import { ClaimsRepository } from '../items/claims.repository.js';
import { isOut } from './held-claims.js';

/** What a connector asks for. */
export interface ClaimInput extends ClaimFilter {
  readonly limit: number;
  readonly leaseSeconds: number;
  readonly waitSeconds: number;
}

/** An item that is handed out, with its envelope. */
export interface ClaimedItem {
  readonly claim: SyncClaim;
  /** Of all of the data, as the preview answers it. */
  readonly contentHash: string;
  readonly envelope: Envelope;
  readonly studentId: string;
}

/** A claim without its wait. */
export interface ClaimJob {
  readonly scope: Scope;
  readonly input: ClaimInput;
  readonly key: SyncClaimKey | undefined;
}

/** What one attempt handed out. */
export interface HandedOut {
  readonly items: readonly ClaimedItem[];
  /** Whether the idempotency key was used before; then nothing new is handed out. */
  readonly isRepeated: boolean;
  /** The target systems of the claim that are paused; blank is no target system. */
  readonly paused: readonly string[];
}

/** How often it is tried again when other processes take all candidates. */
const ROUNDS = 5;

const newClaimId = (): string => randomBytes(16).toString('base64url');

/** At most one item of each student and target, the earliest: the next ones wait for it. */
function firstOfEachGroup(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter((candidate) => {
    const name = groupName(candidate);
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

function groupName({ studentId, targetSystem }: GroupKey): string {
  return JSON.stringify([studentId, targetSystem]);
}

/** Hands out items in one transaction: their leases, their steps and their claims. */
@Injectable()
export class HandOut {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly items: SyncRepository,
    private readonly candidates: Candidates,
    private readonly queue: SyncQueue,
    private readonly envelopes: EnvelopeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
  ) {}

  /**
   * Hands out what fits now, at once.
   * @throws {IdempotencyConflict} when the key was used with another body
   */
  async handOut(job: ClaimJob): Promise<HandedOut> {
    const { scope, input, key } = job;
    for (let round = 1; ; round += 1) {
      const { chosen, paused } = await this.choose(scope, input);
      if (chosen.length === 0 && key === undefined) return { items: [], isRepeated: false, paused };
      const taken = await this.unitOfWork.run((transaction) => this.take(transaction, job, chosen));
      const handed = { ...taken, paused };
      this.faults.reach('claim:committed');
      if (handed.items.length > 0 || handed.isRepeated || chosen.length === 0 || round === ROUNDS)
        return handed;
    }
  }

  /** Outside the transaction: without a lock others may take these before, which `take` notices. */
  private async choose(
    scope: Scope,
    input: ClaimInput,
  ): Promise<{ chosen: Candidate[]; paused: readonly string[] }> {
    const { candidates, paused } = await this.candidates.find(scope, input, 2 * input.limit);
    return { chosen: firstOfEachGroup(candidates).slice(0, input.limit), paused };
  }

  private async take(
    transaction: Transaction,
    { scope, input, key }: ClaimJob,
    chosen: readonly Candidate[],
  ): Promise<Omit<HandedOut, 'paused'>> {
    const known = key === undefined ? undefined : await this.claims.takeKey(transaction, key);
    if (known !== undefined && key !== undefined) {
      if (known.bodyHash !== key.bodyHash) throw new IdempotencyConflict();
      return { items: await this.repeat(scope, transaction, known), isRepeated: true };
    }
    const items = await this.takeNew(transaction, { scope, input, key }, chosen);
    if (items.length === 0 && key !== undefined) await this.claims.giveKeyBack(transaction, key);
    this.faults.reach('claim:written');
    return { items, isRepeated: false };
  }

  private async takeNew(
    transaction: Transaction,
    { scope, input, key }: ClaimJob,
    chosen: readonly Candidate[],
  ): Promise<ClaimedItem[]> {
    const order = new Map(chosen.map((candidate, index) => [keyOf(candidate), index]));
    const ids = chosen.map(({ submissionId }) => submissionId);
    const locked = await this.items.lock(scope, transaction, ids);
    const queued = locked.filter((item) => order.has(keyOf(item)) && item.syncStatus === 'queued');
    const contents = await this.envelopes.buildAll(scope, transaction, queued);
    const leaseUntil = inSeconds(scope, input.leaseSeconds);
    const steps = queued
      .filter((item) => contents.has(keyOf(item)))
      .map((item) => {
        const lease = { claimId: newClaimId(), leaseUntil, apiKey: apiKeyOf(scope) };
        return { item, transition: onClaimed(item), lease };
      });
    const done = await this.queue.applyAll(
      scope,
      transaction,
      steps,
      (open) => open?.eligibility === 'ready',
    );
    const claims = done.map(({ step, item }) => {
      const content = contents.get(keyOf(item)) as BuiltEnvelope;
      return { claim: claimOf(scope, { item, lease: step.lease, content, key }), content };
    });
    await this.claims.put(
      transaction,
      claims.map(({ claim }) => claim),
    );
    claims.sort((one, other) => (order.get(keyOf(one.claim)) ?? 0) - (order.get(keyOf(other.claim)) ?? 0));
    return claims.map(({ claim, content }) => handedOut(claim, content));
  }

  /** The claims of a key that are still open, with the content of now. */
  private async repeat(scope: Scope, transaction: Transaction, key: SyncClaimKey): Promise<ClaimedItem[]> {
    const claims = await this.claims.openOfKey(scope, transaction, key);
    const ids = claims.map(({ submissionId }) => submissionId);
    const items = await this.items.lock(scope, transaction, ids);
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    const now = nowOf(scope);
    const open = (await this.claims.openOfKey(scope, transaction, key)).filter((claim) => {
      const item = byKey.get(keyOf(claim));
      return item !== undefined && isOut(claim, item, now);
    });
    const contents = await this.envelopes.buildAll(scope, transaction, items);
    const queuedAt = (claim: SyncClaim): number => byKey.get(keyOf(claim))?.queuedAt?.getTime() ?? 0;
    open.sort((one, other) => queuedAt(one) - queuedAt(other));
    const repeated = open.flatMap((claim) => {
      const content = contents.get(keyOf(claim));
      if (content === undefined) return [];
      return [handedOut({ ...claim, contentHash: content.deliveryHash }, content)];
    });
    await this.claims.put(
      transaction,
      repeated.map(({ claim }) => claim),
    );
    return repeated;
  }
}

export function inSeconds(scope: Scope, seconds: number): Date {
  return new Date(nowOf(scope).getTime() + seconds * 1000);
}

function apiKeyOf({ actor }: Scope): string {
  return actor.replace(/^key:/, '');
}

/** An idempotency key, with the hash of the body that it came with. */
export function keyOfClaim(scope: Scope, idempotencyKey: string, input: ClaimInput): SyncClaimKey {
  return {
    tenantId: scope.tenantId,
    apiKey: apiKeyOf(scope),
    idempotencyKey,
    bodyHash: bodyHashOf({ ...input }),
    createdAt: nowOf(scope),
  };
}

function claimOf(
  scope: Scope,
  {
    item,
    lease,
    content,
    key,
  }: {
    item: SyncItem;
    lease: { claimId: string; leaseUntil: Date } | undefined;
    content: BuiltEnvelope;
    key: SyncClaimKey | undefined;
  },
): SyncClaim {
  const now = nowOf(scope);
  return {
    tenantId: scope.tenantId,
    claimId: lease?.claimId ?? '',
    submissionId: item.submissionId,
    target: item.target,
    targetSystem: item.targetSystem ?? '',
    formType: item.formType,
    apiKey: apiKeyOf(scope),
    idempotencyKey: key?.idempotencyKey ?? null,
    attempt: item.attempts,
    contentHash: content.deliveryHash,
    claimedAt: now,
    leaseUntil: lease?.leaseUntil ?? now,
    endedAt: null,
    outcome: null,
  };
}

function handedOut(claim: SyncClaim, built: BuiltEnvelope): ClaimedItem {
  const { envelope, studentId, contentHash } = built;
  return { claim, envelope, studentId, contentHash };
}
