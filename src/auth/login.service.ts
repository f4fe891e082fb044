import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/unit-of-work.js';
import { LoginRefused } from '../errors/auth.errors.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { emailKeyOf } from '../users/user-ids.js';
import { UserLookup } from '../users/user-lookup.js';
import type { User } from '../users/user.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { LoginDto } from './dto/auth.dto.js';
import { LoginThrottleService } from './login-throttle.service.js';
import { passwordMatches } from './password-hashes.js';
import { type NewSession, SessionsService } from './sessions.service.js';

/** An address may be known to several tenants; more than a few is nobody's. */
const MOST_TENANTS = 5;

/** Lets users in by e-mail address and password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly tenancy: TenancyService,
    private readonly throttle: LoginThrottleService,
    private readonly sessions: SessionsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws {LoginRefused} the same answer after the same work, whatever was not right
   * @throws {RateLimited} after too many failures of the account or the address
   */
  async login({ email, password, tenantId }: LoginDto, address: string): Promise<NewSession> {
    const emailKey = emailKeyOf(email);
    await this.throttle.admit({ emailKey, address });
    const user = await this.prove(emailKey, password, tenantId ?? undefined);
    if (user === undefined) {
      await this.throttle.noteFailure({ emailKey, address });
      throw new LoginRefused();
    }
    await this.throttle.noteSuccess({ emailKey, address });
    return this.unitOfWork.run((manager) => this.sessions.open(manager, user.tenantId, user.id, address));
  }

  private async prove(
    emailKey: string,
    password: string,
    tenantId: string | undefined,
  ): Promise<User | undefined> {
    const tenants = tenantId === undefined ? await this.auth.tenantsOf(emailKey, MOST_TENANTS) : [tenantId];
    let proven: User | undefined;
    // One comparison even when there is nobody to compare with.
    for (const candidate of tenants.length === 0 ? [''] : tenants) {
      const user = await this.people.findByEmail({ tenantId: candidate }, emailKey);
      const stored = user === undefined ? null : await this.auth.password(user, user.id);
      const matches = await passwordMatches(stored?.hash, password);
      if (matches && user?.accountStatus === 'active' && (await this.isActiveTenant(candidate)))
        proven ??= user;
    }
    return proven;
  }

  private async isActiveTenant(tenantId: string): Promise<boolean> {
    return (await this.tenancy.findTenant(tenantId)).status === 'active';
  }
}
