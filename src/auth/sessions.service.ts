import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../database/unit-of-work.js';
import { NotLoggedIn } from '../errors/auth.errors.js';
import type { Scope } from '../tenancy/scope.js';
import { SERVER_KEY } from '../tenancy/server-key.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { effectiveRole } from '../users/user-defaults.js';
import { UserFacts } from '../users/user-facts.js';
import { UserLookup } from '../users/user-lookup.js';
import type { User } from '../users/user.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { Session } from './entities/session.entity.js';
import { csrfTokenOf, hashToken, newToken } from './tokens.js';

const LONGEST_MS = 12 * 3_600_000;
const IDLE_MS = 3_600_000;
const TOUCH_MS = 60_000;

/** A session that may be used now. */
export interface OpenSession {
  readonly user: User;
  readonly role: string;
  readonly scope: Scope;
  readonly csrfToken: string;
  readonly expiresAt: Date;
  readonly tokenHash: Buffer;
}

/** A session with its token, which only the browser keeps. */
export interface NewSession {
  readonly token: string;
  readonly csrfToken: string;
  readonly expiresAt: Date;
}

/** Logins of people in browsers. Every request asks the database, so that an end takes effect at once everywhere. */
@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly tenancy: TenancyService,
    private readonly facts: UserFacts,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /** De-provisioning ends sessions in its own transaction (contract, 2.5). */
  onModuleInit(): void {
    this.facts.onDeprovisioned((scope, manager, users) =>
      this.auth.endSessionsOf(
        scope,
        manager,
        users.map(({ id }) => id),
      ),
    );
  }

  async open(manager: EntityManager, tenantId: string, userId: string, address: string): Promise<NewSession> {
    const token = newToken();
    const tokenHash = hashToken(token);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LONGEST_MS);
    await this.auth.addSession(manager, {
      tokenHash,
      tenantId,
      userId,
      address,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    });
    await this.auth.endExpired(manager, now);
    return { token, csrfToken: csrfTokenOf(this.serverKey, tokenHash), expiresAt };
  }

  /** @throws {NotLoggedIn} no such session, too old, too long without use, or the account is not active any more */
  async use(token: string, address: string, requestId: string): Promise<OpenSession> {
    const tokenHash = hashToken(token);
    const session = await this.auth.session(tokenHash);
    if (session === null || !isFresh(session)) throw new NotLoggedIn();
    const tenant = await this.tenancy.findTenant(session.tenantId);
    const base = this.tenancy.scopeOf(tenant, `admin:${session.userId}`, requestId);
    const user = (await this.people.find(base, this.unitOfWork.reader, [session.userId])).get(session.userId);
    if (user?.accountStatus !== 'active' || tenant.status !== 'active') throw new NotLoggedIn();
    if (Date.now() - session.lastSeenAt.getTime() > TOUCH_MS) await this.auth.touch(tokenHash, new Date());
    const scope = Object.freeze({ ...base, address });
    const csrfToken = csrfTokenOf(this.serverKey, tokenHash);
    return { user, role: effectiveRole(user), scope, csrfToken, expiresAt: session.expiresAt, tokenHash };
  }

  async end(tokenHash: Buffer): Promise<void> {
    await this.auth.endSession(tokenHash);
  }
}

function isFresh({ expiresAt, lastSeenAt }: Session): boolean {
  const now = Date.now();
  return expiresAt.getTime() > now && lastSeenAt.getTime() + IDLE_MS > now;
}
