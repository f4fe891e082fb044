import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Reader } from '../../database/transaction/reader.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { LegalHold, LegalHoldNotFound } from '../../errors/privacy.errors.js';
import { UserNotFound } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { LegalHoldEntry } from './legal-hold.entity.js';
import { LegalHoldsRepository } from './legal-holds.repository.js';

/** Legal holds on people, and the tenant's own: they stop erasure and retention. */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly holds: LegalHoldsRepository,
    private readonly people: UserLookup,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Which of these people have a legal hold: all of them while the tenant's setting `legalHold` is on. */
  heldAmong(
    scope: Pick<Scope, 'tenantId' | 'tenant'>,
    userIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (scope.tenant.legalHold) return Promise.resolve(new Set(userIds));
    return this.holds.heldAmong(scope, userIds);
  }

  /** Whether the setting `legalHold` keeps all data of the tenant. */
  holdsTenant({ tenant }: Pick<Scope, 'tenant'>): boolean {
    return tenant.legalHold;
  }

  /** @throws {LegalHold} when the person has one, or the tenant */
  async refuseHeld(scope: Scope, userId: string, reader?: Reader): Promise<void> {
    if (scope.tenant.legalHold) throw new LegalHold('tenant');
    if ((await this.holds.find(scope, userId, reader)) !== undefined) throw new LegalHold('person');
  }

  /**
   * The legal hold on the person; undefined when there is none.
   * @throws {UserNotFound} when the tenant has no such user
   */
  async find(scope: Scope, reference: string): Promise<LegalHoldEntry | undefined> {
    return this.holds.find(scope, await this.idOf(scope, reference));
  }

  /**
   * Sets a legal hold, or replaces the reason of one.
   * @throws {UserNotFound} when the tenant has no such user
   */
  async set(scope: Scope, reference: string, reason: string): Promise<LegalHoldEntry> {
    const userId = await this.idOf(scope, reference);
    return this.unitOfWork.run(async (transaction) => {
      // An erasure locks the person too, so that one of the two comes first.
      if ((await this.people.lock(scope, transaction, [userId])).size === 0) throw new UserNotFound();
      const known = await this.holds.find(scope, userId, transaction);
      const { tenantId, actor: setBy } = scope;
      const hold = { tenantId, userId, reason, since: known?.since ?? nowOf(scope), setBy };
      await this.holds.put(transaction, hold);
      const entry = { action: 'user.legal-hold-set', target: `user:${userId}`, after: { reason } };
      await this.audit.record(scope, [entry], transaction);
      return hold;
    });
  }

  /**
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {LegalHoldNotFound} when there is none
   */
  async remove(scope: Scope, reference: string): Promise<void> {
    const userId = await this.idOf(scope, reference);
    await this.unitOfWork.run(async (transaction) => {
      const known = await this.holds.find(scope, userId, transaction);
      if (known === undefined) throw new LegalHoldNotFound();
      await this.holds.delete(scope, transaction, userId);
      const entry = {
        action: 'user.legal-hold-removed',
        target: `user:${userId}`,
        before: { reason: known.reason },
      };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  private async idOf(scope: Scope, reference: string): Promise<string> {
    const user = (await this.people.find(scope, this.unitOfWork.single, [reference])).get(reference);
    if (user === undefined) throw new UserNotFound();
    return user.id;
  }
}
