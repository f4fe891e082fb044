import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import { SweepService } from '../../progress/sweep/sweep.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import type { TenantSettings } from '../../tenancy/tenant-settings.js';
import type { ChangeSettingsDto } from './settings.dto.js';

/** What every student's pacing or committee follows from. */
const FOLLOWED: readonly (keyof TenantSettings)[] = ['pacing', 'requiredCommitteeRoles', 'timeZone'];

/** What a tenant sets for itself, for the pages and the terminal. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly tenancy: TenancyService,
    private readonly sweep: SweepService,
  ) {}

  show(scope: Scope): Promise<Tenant> {
    return this.tenancy.findTenant(scope.tenantId);
  }

  /**
   * Changes what is named, and lets the progress records follow before it answers.
   * @throws {ValidationFailed}
   */
  async change(
    scope: Scope,
    { emailDomain, ...others }: ChangeSettingsDto,
  ): Promise<{ tenant: Tenant; recordsChanged: number }> {
    if (emailDomain === null) {
      const message = 'emailDomain cannot be cleared; give a domain name, such as example.edu';
      throw new ValidationFailed([{ field: 'emailDomain', code: 'isDomain', message }]);
    }
    const { tenant, changed } = await this.tenancy.changeSettings(scope, {
      ...others,
      ...(emailDomain === undefined ? {} : { emailDomain: emailDomain.toLowerCase() }),
    });
    const isFollowed = FOLLOWED.some((name) => name in changed);
    return { tenant, recordsChanged: isFollowed ? await this.sweep.reviewAll(scope) : 0 };
  }
}
