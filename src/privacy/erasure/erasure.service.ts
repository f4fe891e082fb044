import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import {
  ErasureNotFound,
  ErasurePlanNeeded,
  ErasureUnderWay,
  LegalHold,
} from '../../errors/privacy.errors.js';
import { DataContended } from '../../errors/request.errors.js';
import { OwnAccount, UserNotFound } from '../../errors/users.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { hasIdForm } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { ErasedPeople } from '../../users/tombstones/erased-people.js';
import { USER_ERASED } from '../../users/tombstones/tombstone-facts.js';
import type { ReleasedKey } from '../../users/tombstones/tombstone-keys.js';
import { LegalHolds } from '../legal-hold/legal-holds.service.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import type { Subject } from '../personal-data/personal-table.js';
import { PERSONAL_TABLES } from '../personal-data/personal-tables.js';
import { SubjectsService } from '../personal-data/subjects.service.js';
import type { Erasure } from './erasure.entity.js';
import { ErasureKeys } from './erasure-keys.js';
import { ErasurePlans } from './erasure-plans.js';
import { ErasureWork } from './erasure-work.js';
import { ErasuresRepository } from './erasures.repository.js';
import type { ErasurePlanDto, LeftRowsDto } from './erasure.dto.js';
import { planToken, unplanned } from './plan-token.js';

const ATTEMPTS = 10;

/** The person has changed since it was found out by which keys the data is stored. */
class StaleSubject extends Error {}

/** Erases people: what is stored about them, but their ID and the keyed hashes that keep them from coming back. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly subjects: SubjectsService,
    private readonly plans: ErasurePlans,
    private readonly data: PersonalDataRepository,
    private readonly erasures: ErasuresRepository,
    private readonly work: ErasureWork,
    private readonly sealedKeys: ErasureKeys,
    private readonly holds: LegalHolds,
    private readonly erased: ErasedPeople,
    private readonly people: UserLookup,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * What an erasure would do, and the token with which it is done. Writes nothing.
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {LegalHold} when a legal hold keeps the data
   */
  async plan(scope: Scope, reference: string): Promise<ErasurePlanDto> {
    const { user, subject } = await this.subjects.find(scope, reference);
    this.refuseOwn(scope, user.id);
    await this.holds.refuseHeld(scope, user.id);
    const { kinds, ...plan } = await this.plans.of(scope, subject);
    const { token, validUntil } = planToken(this.keys, scope.tenantId, user.id, kinds, nowOf(scope));
    return { userId: user.id, ...plan, token, validUntil: validUntil.toISOString() };
  }

  /**
   * Erases the person. The row of the person, the sessions and everything to log in with are gone when it returns, and
   * posts that name the person are refused; the rest follows in the background. Again: answers how far it is.
   * @throws {UserNotFound} when the tenant has no such user and had none
   * @throws {ErasurePlanNeeded} when the token is missing, or there is data of a kind that its plan did not name
   * @throws {DataContended} when the person is changed all the time
   * @throws {LegalHold} when a legal hold keeps the data
   * @throws {OwnAccount} when administrators would erase themselves
   */
  async erase(scope: Scope, reference: string, token: string | undefined): Promise<Erasure> {
    const begun = await this.find(scope, reference);
    if (begun !== undefined) return begun;
    try {
      const erasure = await this.eraseByPlan(scope, reference, token);
      this.work.begin();
      return erasure;
    } catch (error) {
      // Of two calls at once the second one finds what the first one has begun.
      const other = await this.find(scope, reference);
      if (other === undefined) throw error;
      return other;
    }
  }

  private async eraseByPlan(scope: Scope, reference: string, token: string | undefined): Promise<Erasure> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { user, subject } = await this.subjects.find(scope, reference);
      this.refuseOwn(scope, user.id);
      await this.holds.refuseHeld(scope, user.id);
      if (token === undefined) throw new ErasurePlanNeeded('missing');
      const kinds = await this.plans.kinds(subject);
      const sent = { token, kinds, now: nowOf(scope) };
      if (unplanned(this.keys, scope.tenantId, user.id, sent).length > 0)
        throw new ErasurePlanNeeded('changed');
      try {
        return await this.unitOfWork.run((transaction) => this.begin(scope, transaction, user, subject));
      } catch (error) {
        // A feed may write the person meanwhile: former values are looked for anew.
        if (!(error instanceof StaleSubject)) throw error;
      }
    }
    throw new DataContended();
  }

  /**
   * Erases a person whom the retention of the tenant no longer keeps, without a plan.
   * @param seen the person as the retention saw them
   * @returns false when a legal hold keeps the data, or the person is active, was changed since, or is erased already
   */
  async eraseByAge(scope: Scope, seen: Pick<User, 'id' | 'updatedAt'>): Promise<boolean> {
    try {
      const { user, subject } = await this.subjects.find(scope, seen.id);
      // The list of who goes may be minutes old, and a feed may have restored the person since.
      if (user.accountStatus !== 'inactive' || user.updatedAt.getTime() !== seen.updatedAt.getTime())
        return false;
      await this.holds.refuseHeld(scope, user.id);
      await this.unitOfWork.run((transaction) => this.begin(scope, transaction, user, subject));
      return true;
    } catch (error) {
      if (error instanceof UserNotFound || error instanceof LegalHold || error instanceof StaleSubject)
        return false;
      throw error;
    }
  }

  /** @throws {ErasureNotFound} when none has begun */
  async progress(scope: Scope, userId: string): Promise<Erasure> {
    const found = await this.find(scope, userId);
    if (found === undefined) throw new ErasureNotFound();
    return found;
  }

  /** What the erasure has still to delete. */
  async left(erasure: Erasure): Promise<LeftRowsDto[]> {
    return erasure.state === 'erasing' ? this.plans.left(this.sealedKeys.open(erasure).subject) : [];
  }

  /**
   * Lets an address or legacyNumber of an erased person be another person's, such as one that a mistaken row gave to
   * the erased one, or that was handed on later.
   * @throws {ErasureNotFound} when the user was not erased
   * @throws {ErasureUnderWay} when the erasure is not finished
   * @throws {ErasedIdStays} when it is the ID
   * @throws {TombstoneNotFound} when the person is not known to have had it
   */
  async release(scope: Scope, userId: string, key: ReleasedKey): Promise<void> {
    const { state } = await this.progress(scope, userId);
    if (state !== 'finished') throw new ErasureUnderWay();
    await this.unitOfWork.run(async (transaction) => {
      await this.erased.release(scope, transaction, userId, key);
      const target = `user:${userId}`;
      const entry = { action: 'user.tombstone-released', target, after: { kind: key.kind } };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  /** The column has no other characters than IDs have. */
  private async find(scope: Scope, userId: string): Promise<Erasure | undefined> {
    return hasIdForm(userId) ? this.erasures.find(scope, userId) : undefined;
  }

  private refuseOwn({ actor }: Scope, userId: string): void {
    if (actor === `admin:${userId}`) throw new OwnAccount();
  }

  /** From its commit on the person is unknown to every call, and the background work has all that it needs. */
  private async begin(
    scope: Scope,
    transaction: Transaction,
    { id: userId, updatedAt }: User,
    subject: Subject,
  ): Promise<Erasure> {
    const user = (await this.people.lock(scope, transaction, [userId])).get(userId);
    if (user === undefined) throw new UserNotFound();
    if (user.updatedAt.getTime() !== updatedAt.getTime()) throw new StaleSubject();
    await this.holds.refuseHeld(
      await this.tenancy.withStoredSettings(scope, transaction),
      userId,
      transaction,
    );
    const { tenantId, actor: requestedBy, requestId } = scope;
    const erasure: Erasure = {
      tenantId,
      userId,
      state: 'erasing',
      step: '',
      // By the time of the world, also in a sandbox: the background work goes by it.
      dueAt: wallTime(),
      requestedAt: wallTime(),
      requestedBy,
      requestId,
      sealedKeys: this.sealedKeys.seal(subject),
      erasedRows: 0,
      finishedAt: null,
    };
    await this.erasures.add(transaction, erasure);
    await this.erased.addTombstones(scope, transaction, subject, nowOf(scope));
    for (const table of PERSONAL_TABLES.filter(({ fate }) => fate === 'with the person'))
      await this.data.deleteIn(transaction, subject, table);
    const entry = { action: 'user.erased', target: `user:${userId}` };
    await this.audit.record(scope, [entry], transaction);
    await this.events.announce(scope, transaction, USER_ERASED, user);
    this.faults.reach('erasure:begun');
    return erasure;
  }
}
