import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import type { Warning } from '../../http/answers.js';
import type { ProgressRedraw } from '../../progress/entities/progress-redraw.entity.js';
import { RedrawService } from '../../progress/redraw/redraw.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import type { ChangeSettingsDto } from './settings.dto.js';

/** The settings of a tenant, and their effects. */
export interface SettingsState {
  readonly tenant: Tenant;
  /** How far progress records have been redrawn after the last change; null when none had to be. */
  readonly redraw: ProgressRedraw | null;
  /** How many people are held, also when there is no limit any more. */
  readonly openHolds: number;
}

/** The settings after a change, with warnings about it. */
export interface ChangedSettings extends SettingsState {
  readonly warnings: readonly Warning[];
}

/** A change of the de-provisioning limits releases no hold, which administrators may not expect. */
function stillHeld(people: number): Warning {
  const who = people === 1 ? '1 user is' : `${people} users are`;
  const message =
    `${who} still held, because changed limits release no hold: active until an administrator decides under ` +
    'Integrations, Held de-provisionings, or until a call sets the account status';
  return { field: 'deprovisioningGuard', code: 'HOLDS_OPEN', message };
}

/** The settings of a tenant, for the pages and the terminal. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly tenancy: TenancyService,
    private readonly redraws: RedrawService,
    private readonly holds: HoldsService,
  ) {}

  async show(scope: Scope): Promise<SettingsState> {
    const tenant = await this.tenancy.findTenant(scope.tenantId);
    return { tenant, redraw: await this.redraws.find(scope), openHolds: await this.holds.heldCount(scope) };
  }

  /**
   * Changes the given settings; progress records are redrawn in the background.
   * @throws {ValidationFailed} when a value cannot be set
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
    const redraw = await this.redraws.follow(scope, changed);
    const openHolds = await this.holds.heldCount(scope);
    const isTold = 'deprovisioningGuard' in changed && openHolds > 0;
    return { tenant, redraw, openHolds, warnings: isTold ? [stillHeld(openHolds)] : [] };
  }
}
