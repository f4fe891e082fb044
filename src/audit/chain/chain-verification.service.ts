import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { AuditEvent } from '../audit-event.entity.js';
import { AuditPeopleService } from '../people/audit-people.service.js';
import type { AuditHead } from './audit-head.entity.js';
import { type ChainFault, ChainWalk } from './chain-walk.js';
import { ChainRepository } from './chain.repository.js';
import { type ChainPoint, NO_HASH } from './entry-hash.js';
import { HeadsRepository } from './heads.repository.js';

/** Entries that are in memory at once. */
const PAGE = 400;

type Tenant = Pick<Scope, 'tenantId'>;

/** What a verification of a tenant's chain found. */
export interface VerifiedChain {
  /** Where the chain ended when the verification began: the count of entries, and the hash of the newest one. */
  readonly entries: number;
  readonly hash: string;
  /** The position of the oldest entry that is kept; those before it were removed because of their age. */
  readonly from: number;
  /** The first thing that is wrong; undefined when the chain is whole. */
  readonly fault: ChainFault | undefined;
  /** Whether the shipped head proves nothing any more: the entries up to it were removed because of their age. */
  readonly isHeadRemoved: boolean;
}

function beginningOf({ removed, removedHash }: AuditHead): ChainPoint {
  return { position: removed, hash: removedHash };
}

/** The hash of the last entry that was removed is kept in the head. */
function isRemoved({ removed }: AuditHead, shipped: ChainPoint | undefined): boolean {
  return shipped !== undefined && shipped.position < removed;
}

/** Verifies that the audit entries of a tenant are those that were written. */
@Injectable()
export class ChainVerificationService {
  constructor(
    private readonly heads: HeadsRepository,
    private readonly entries: ChainRepository,
    private readonly people: AuditPeopleService,
  ) {}

  /** The end of the chain, to be kept elsewhere. */
  async head(scope: Tenant): Promise<ChainPoint> {
    const { entries, hash } = await this.headOf(scope);
    return { position: entries, hash };
  }

  /**
   * Computes each hash anew, from the oldest entry to the one that was the newest when the verification began. Entries
   * may be added meanwhile.
   * @param shipped a head that was kept elsewhere, which must be part of the chain unless it is older than what is kept
   */
  async verify(scope: Tenant, shipped?: ChainPoint): Promise<VerifiedChain> {
    for (;;) {
      const head = await this.headOf(scope);
      const fault = (await this.walk(scope, head)) ?? (await this.checkShipped(scope, head, shipped));
      // Entries that were removed because of their age during the walk are no fault.
      if (fault !== undefined && (await this.headOf(scope)).removed !== head.removed) continue;
      const { entries, hash, removed } = head;
      return { entries, hash, from: removed + 1, fault, isHeadRemoved: isRemoved(head, shipped) };
    }
  }

  private async walk(scope: Tenant, head: AuditHead): Promise<ChainFault | undefined> {
    const walk = new ChainWalk(beginningOf(head));
    while (walk.point.position < head.entries) {
      const limit = Math.min(PAGE, head.entries - walk.point.position);
      const page = await this.entries.behind(scope, walk.point.position, limit);
      if (page.length === 0) return { position: walk.point.position + 1, kind: 'cut' };
      const fault = await this.check(scope, walk, page);
      if (fault !== undefined) return fault;
    }
    if (head.removed > 0 && !walk.recordsRemoval(beginningOf(head)))
      return { position: head.removed, kind: 'removed by hand' };
    if (walk.point.hash !== head.hash) return { position: head.entries, kind: 'head changed' };
    // Read before the head: an entry and its head are committed together.
    const newest = await this.entries.newestPosition(scope);
    const { entries } = await this.headOf(scope);
    return newest > entries ? { position: entries + 1, kind: 'beyond the head' } : undefined;
  }

  private async check(
    scope: Tenant,
    walk: ChainWalk,
    page: readonly AuditEvent[],
  ): Promise<ChainFault | undefined> {
    const changed = await this.people.changedBoxes(scope, page);
    for (const entry of page) {
      const fault = walk.next(entry);
      if (fault !== undefined) return fault;
      if (entry.people?.some(({ box }) => box !== null && changed.has(box)) === true)
        return { position: walk.point.position, kind: 'box changed' };
    }
    return undefined;
  }

  private async checkShipped(
    scope: Tenant,
    head: AuditHead,
    shipped: ChainPoint | undefined,
  ): Promise<ChainFault | undefined> {
    if (shipped === undefined || isRemoved(head, shipped)) return undefined;
    const { position, hash } = shipped;
    const stored = position === head.removed ? head.removedHash : await this.entries.hashAt(scope, position);
    return stored === hash ? undefined : { position, kind: 'shipped head' };
  }

  private async headOf(scope: Tenant): Promise<AuditHead> {
    const none = { entries: 0, hash: NO_HASH, removed: 0, removedHash: NO_HASH };
    return (await this.heads.find(scope)) ?? { ...none, tenantId: scope.tenantId };
  }
}
