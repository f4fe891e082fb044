import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import type { Warning } from '../../http/answers.js';
import { SweepService } from '../../progress/sweep/sweep.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import type { TenantSettings } from '../../tenancy/tenant-settings.js';
import { HoldsService } from '../../users/guard/holds.service.js';
import type { ChangeSettingsDto } from './settings.dto.js';

/** What every student's pacing or committee follows from. */
const FOLLOWED: readonly (keyof TenantSettings)[] = ['pacing', 'requiredCommitteeRoles', 'timeZone'];

/** What a change of the settings brought with it. */
export interface ChangedSettings {
  readonly tenant: Tenant;
  readonly recordsChanged: number;
  /** How many people are held by the guard, whatever it is set to now. */
  readonly openHolds: number;
  readonly warnings: readonly Warning[];
}

/** A changed guard releases none of those whom it held before, which is easily overlooked. */
function stillHeld(people: number): Warning {
  const who = people === 1 ? '1 person is' : `${people} people are`;
  const message =
    `${who} still held, whatever the guard is set to now: active until an administrator decides under Integrations, ` +
    'Held de-provisionings, or until a call sets the account status';
  return { field: 'deprovisioningGuard', code: 'HOLDS_OPEN', message };
}

/** What a tenant sets for itself, for the pages and the terminal. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly tenancy: TenancyService,
    private readonly sweep: SweepService,
    private readonly holds: HoldsService,
  ) {}

  async show(scope: Scope): Promise<Pick<ChangedSettings, 'tenant' | 'openHolds'>> {
    const tenant = await this.tenancy.findTenant(scope.tenantId);
    return { tenant, openHolds: await this.holds.heldCount(scope) };
  }

  /**
   * Changes what is named, and lets the progress records follow before it answers.
   * @throws {ValidationFailed}
   */
  async change(scope: Scope, { emailDomain, ...others }: ChangeSettingsDto): Promise<ChangedSettings> {
    if (emailDomain === null) {
      const message = 'emailDomain cannot be cleared; give a domain name, such as example.edu';
      throw new ValidationFailed([{ field: 'emailDomain', code: 'isDomain', message }]);
    }
    const { tenant, changed } = await this.tenancy.changeSettings(scope, {
      ...others,
      ...(emailDomain === undefined ? {} : { emailDomain: emailDomain.toLowerCase() }),
    });
    const isFollowed = FOLLOWED.some((name) => name in changed);
    const recordsChanged = isFollowed ? await this.sweep.reviewAll(scope) : 0;
    const openHolds = await this.holds.heldCount(scope);
    const isTold = 'deprovisioningGuard' in changed && openHolds > 0;
    return { tenant, recordsChanged, openHolds, warnings: isTold ? [stillHeld(openHolds)] : [] };
  }
}
