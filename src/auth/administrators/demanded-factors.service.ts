import { Injectable } from '@nestjs/common';

import { OwnSecondFactorMissing } from '../../errors/account.errors.js';
import type { SettingsChange } from '../../settings/settings.js';
import type { Scope } from '../../tenancy/scope.js';
import { AuthRepository } from '../auth.repository.js';
import { AdministratorsRepository, type PersonName } from './administrators.repository.js';

/** Of those whom a demand concerns, so many are named. */
const NAMED = 20;

/** What administrators ask and do about demanding a second factor of all of them; the sessions enforce it. */
@Injectable()
export class DemandedFactors {
  constructor(
    private readonly administrators: AdministratorsRepository,
    private readonly auth: AuthRepository,
  ) {}

  /**
   * Who has no password logs in by single sign-on, and cannot have a second factor here.
   * @throws {OwnSecondFactorMissing} when the change begins to demand a second factor, and its author has a password
   * and none
   */
  async checkAuthor(scope: Scope, change: Pick<SettingsChange, 'demandSecondFactor'>): Promise<void> {
    if (change.demandSecondFactor !== true || scope.tenant.demandSecondFactor) return;
    const userId = scope.actor.replace(/^admin:/, '');
    const hasPassword = (await this.auth.passwordOf(scope, userId)) !== undefined;
    if (hasPassword && !(await this.auth.hasSecondFactor(scope, userId))) throw new OwnSecondFactorMissing();
  }

  /** Who would have to add a second factor at the next request. */
  async concerned(scope: Scope): Promise<{ people: PersonName[]; total: number }> {
    const { rows: people, total } = await this.administrators.withoutSecondFactor(scope, NAMED);
    return { people, total };
  }
}
