import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { mostOf, useOf, withinADay } from './allowance.js';
import { ALL_RUNS } from './deprovisioning-window.entity.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';

/** A day on which more people lost their access than the university expects. */
export interface OverDay {
  readonly people: number;
  /** The most that it expects. */
  readonly most: number;
}

/** How far the limit of a day is used up. */
@Injectable()
export class DeprovisioningUse {
  constructor(
    private readonly windows: DeprovisioningWindowsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Within 24 hours; undefined within the limit, without one, and where what is beyond it is held. */
  async overDay(scope: Scope): Promise<OverDay | undefined> {
    const { mode, perDay } = scope.tenant.deprovisioningGuard;
    if (perDay === null || mode === 'hold') return undefined;
    const [window] = await this.windows.find(scope, this.unitOfWork.single, [ALL_RUNS]);
    const { people, active } = useOf(withinADay(window?.hours ?? [], nowOf(scope)));
    const most = mostOf(perDay, active);
    return people > most ? { people, most } : undefined;
  }
}
