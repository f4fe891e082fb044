import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { InTransaction } from '../../events/fact.js';
import { NotLoggedIn } from '../../errors/auth.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { administrationRoleOf, effectiveRole } from '../../users/model/user-defaults.js';
import { USER_DEPROVISIONED } from '../../users/model/user-facts.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { User } from '../../users/model/user.entity.js';
import { AuthRepository } from '../auth.repository.js';
import type { Session } from '../entities/session.entity.js';
import { csrfTokenOf, hashToken, newToken } from './tokens.js';

const LONGEST_MS = 12 * 3_600_000;
const IDLE_MS = 3_600_000;
const TOUCH_MS = 60_000;

/** A session that may be used now. */
export interface OpenSession {
  readonly user: User;
  readonly role: string;
  readonly scope: Scope;
  readonly tenantName: string;
  readonly csrfToken: string;
  readonly expiresAt: Date;
  readonly tokenHash: Buffer;
  /** The university demands a second factor of the user, who has none: the session may only add one. */
  readonly lacksSecondFactor: boolean;
}

/** A session with its token, which only the browser keeps. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Sessions of users in browsers. Every request reads the database, so that the end of one takes effect at once. */
@Injectable()
export class SessionsService {
  private readonly logger = new LineLogger(SessionsService.name);

  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
  ) {}

  /** De-provisioning ends sessions in its own transaction (contract, 2.5). */
  @InTransaction(USER_DEPROVISIONED)
  endOfDeprovisioned(scope: Scope, transaction: Transaction, users: readonly User[]): Promise<number> {
    const userIds = users.map(({ id }) => id);
    return this.endAllOf(scope, transaction, userIds);
  }

  /**
   * Opens a session of a user whom the provider of the university has confirmed; undefined when the account or the
   * tenant is not active any more. Such a session needs no second factor here.
   */
  openBySignOn(tenantId: string, userId: string, address: string): Promise<NewSession | undefined> {
    return this.openAs(tenantId, userId, { address, bySignOn: true });
  }

  /** Opens a session of a user who has given the password; undefined as by {@link openBySignOn}. */
  openByPassword(tenantId: string, userId: string, address: string): Promise<NewSession | undefined> {
    return this.openAs(tenantId, userId, { address, bySignOn: false });
  }

  private async openAs(
    tenantId: string,
    userId: string,
    { address, bySignOn }: { readonly address: string; readonly bySignOn: boolean },
  ): Promise<NewSession | undefined> {
    // Before the transaction: within it, this would need a second connection, and a full pool would deadlock.
    const tenant = await this.tenancy.findTenant(tenantId);
    if (tenant.status !== 'active') return undefined;
    const scope = { ...this.tenancy.scopeOf(tenant, `admin:${userId}`), address };
    const session = await this.unitOfWork.run((transaction) =>
      this.openIn(scope, transaction, userId, bySignOn),
    );
    if (session !== undefined) await this.deleteExpired();
    return session;
  }

  /**
   * Opens a session within a transaction and locks the user's row until it ends: a simultaneous de-provisioning either
   * comes first, and there is no session, or waits, and ends it.
   */
  private async openIn(
    scope: Scope,
    transaction: Transaction,
    userId: string,
    bySignOn: boolean,
  ): Promise<NewSession | undefined> {
    const user = (await this.people.lock(scope, transaction, [userId])).get(userId);
    if (user?.accountStatus !== 'active') return undefined;
    const { tenantId, address = '' } = scope;
    const token = newToken();
    const now = nowOf(scope);
    const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + LONGEST_MS) };
    await this.auth.addSession(transaction, {
      tokenHash: hashToken(token),
      tenantId,
      userId,
      address,
      bySignOn,
      ...times,
    });
    return { token, expiresAt: times.expiresAt };
  }

  /** Ends every session of a user, and opens one by password; undefined when the account is not active. */
  async replaceAllOf(
    scope: Scope,
    transaction: Transaction,
    userId: string,
  ): Promise<NewSession | undefined> {
    // Users are locked before sessions, as by a de-provisioning, so that the two cannot deadlock.
    await this.people.lock(scope, transaction, [userId]);
    await this.endAllOf(scope, transaction, [userId]);
    return this.openIn(scope, transaction, userId, false);
  }

  /** @returns how many sessions of these users were still open */
  async endAllOf(scope: Scope, transaction: Transaction, userIds: readonly string[]): Promise<number> {
    const now = nowOf(scope);
    const usedSince = new Date(now.getTime() - IDLE_MS);
    return this.auth.endSessionsOf(scope, transaction, userIds, { now, usedSince });
  }

  /**
   * Finds the open session of a token.
   * @throws {NotLoggedIn} when there is none, it is too old or too long unused, or the account is not active any more
   */
  async use(token: string, address: string, requestId: string): Promise<OpenSession> {
    const tokenHash = hashToken(token);
    const session = await this.auth.session(tokenHash);
    if (session === null) throw new NotLoggedIn();
    const tenant = await this.tenancy.findTenant(session.tenantId);
    const base = this.tenancy.scopeOf(tenant, `admin:${session.userId}`, requestId);
    const now = nowOf(base);
    if (!isFresh(session, now)) throw new NotLoggedIn();
    const user = (await this.people.find(base, this.unitOfWork.single, [session.userId])).get(session.userId);
    if (user?.accountStatus !== 'active' || tenant.status !== 'active') throw new NotLoggedIn();
    await this.noteUse(session, now);
    const scope = Object.freeze({ ...base, address });
    const csrfToken = csrfTokenOf(this.keys, tokenHash);
    const { expiresAt } = session;
    const role = effectiveRole(user);
    const lacksSecondFactor = await this.lacksSecondFactor(session, scope, role);
    return { user, role, scope, tenantName: tenant.name, csrfToken, expiresAt, tokenHash, lacksSecondFactor };
  }

  private async lacksSecondFactor(
    { bySignOn, userId }: Session,
    scope: Scope,
    role: string,
  ): Promise<boolean> {
    if (!scope.tenant.demandSecondFactor || bySignOn || administrationRoleOf(role) === undefined)
      return false;
    return !(await this.auth.hasSecondFactor(scope, userId));
  }

  /** The open sessions of a user, the last used first. */
  async openOf(scope: Scope, userId: string): Promise<Session[]> {
    const now = nowOf(scope);
    return this.auth.openSessions(scope, userId, { now, usedSince: new Date(now.getTime() - IDLE_MS) });
  }

  /** Ends every session of a user except one. */
  async endOthersOf(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    userId: string,
    kept: Buffer,
  ): Promise<void> {
    await this.auth.endOtherSessions(scope, transaction, userId, kept);
  }

  async end(tokenHash: Buffer): Promise<void> {
    await this.auth.endSession(tokenHash);
  }

  /**
   * Stores the last use, to the minute. A de-provisioning may have locked the row; a read must not fail because of
   * it.
   */
  private async noteUse({ tokenHash, lastSeenAt }: Session, now: Date): Promise<void> {
    if (now.getTime() - lastSeenAt.getTime() <= TOUCH_MS) return;
    await this.auth.touch(tokenHash, now).catch((error: unknown) => {
      this.logger.warn({ msg: 'the last use of a session was not stored', ...explain(error) });
    });
  }

  /** Called outside of the login's transaction, as a login must not wait or fail for rows of other users. */
  private async deleteExpired(): Promise<void> {
    await this.auth.endExpired(wallTime()).catch((error: unknown) => {
      this.logger.warn({ msg: 'expired sessions were not deleted', ...explain(error) });
    });
  }
}

function isFresh({ expiresAt, lastSeenAt }: Session, now: Date): boolean {
  return expiresAt > now && lastSeenAt.getTime() + IDLE_MS > now.getTime();
}
