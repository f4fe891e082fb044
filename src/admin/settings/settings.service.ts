import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import type { ProgressRedraw } from '../../progress/entities/progress-redraw.entity.js';
import { RedrawService } from '../../progress/redraw/redraw.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import type { ChangeSettingsDto } from './settings.dto.js';

/** The tenant, and how far its progress records follow; null when there is nothing to follow. */
export interface SettingsState {
  readonly tenant: Tenant;
  readonly redraw: ProgressRedraw | null;
}

/** What a tenant sets for itself, for the pages and the terminal. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly tenancy: TenancyService,
    private readonly redraws: RedrawService,
  ) {}

  async show(scope: Scope): Promise<SettingsState> {
    const tenant = await this.tenancy.findTenant(scope.tenantId);
    return { tenant, redraw: await this.redraws.find(scope) };
  }

  /**
   * Changes what is named; progress records follow in the background.
   * @throws {ValidationFailed}
   */
  async change(scope: Scope, { emailDomain, ...others }: ChangeSettingsDto): Promise<SettingsState> {
    if (emailDomain === null) {
      const message = 'emailDomain cannot be cleared; give a domain name, such as example.edu';
      throw new ValidationFailed([{ field: 'emailDomain', code: 'isDomain', message }]);
    }
    const { tenant, changed } = await this.tenancy.changeSettings(scope, {
      ...others,
      ...(emailDomain === undefined ? {} : { emailDomain: emailDomain.toLowerCase() }),
    });
    return { tenant, redraw: await this.redraws.follow(scope, changed) };
  }
}
