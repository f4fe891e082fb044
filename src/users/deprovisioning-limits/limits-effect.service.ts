import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { DeprovisioningSettings, Threshold } from '../../settings/settings.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Run } from '../runs/run.entity.js';
import { RunListService } from '../runs/run-list.service.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { mostOf } from './allowance.js';

/** So many runs are compared: about a month of nights. */
const RUNS = 30;
const DAY_MS = 86_400_000;

/** What other limits would have meant for the latest runs. */
export interface LimitsEffect {
  /** How many runs are compared. */
  readonly runs: number;
  /** How many of them de-provisioned more people than the limits of now allow. */
  readonly beyondNow: number;
  /** The same with the other limits. */
  readonly beyondThen: number;
}

type Counted = Pick<Run, 'startedAt' | 'deprovisioned'>;

function isBeyond(threshold: Threshold | null, people: number, activeNow: number): boolean {
  // Before them, so many more were active.
  return threshold !== null && people > mostOf(threshold, activeNow + people);
}

/** Of a day, the runs that began within the 24 hours up to the run are counted together. */
function isHeld(
  run: Counted,
  runs: readonly Counted[],
  active: number,
  settings: DeprovisioningSettings,
): boolean {
  const from = run.startedAt.getTime() - DAY_MS;
  const ofDay = runs.filter(({ startedAt }) => startedAt.getTime() > from && startedAt <= run.startedAt);
  const inDay = ofDay.reduce((sum, { deprovisioned }) => sum + deprovisioned, 0);
  return (
    run.deprovisioned > 0 &&
    (isBeyond(settings.perRun, run.deprovisioned, active) || isBeyond(settings.perDay, inDay, active))
  );
}

/** Compares limits by what the latest runs have done. */
@Injectable()
export class LimitsEffectService {
  constructor(
    private readonly runs: RunListService,
    private readonly people: PeopleCounter,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Percentages are of those who are active now, with those of the run. */
  async compare(now: Scope, then: Scope): Promise<LimitsEffect> {
    const runs = await this.runs.latest(now, RUNS);
    const active = await this.people.activeNow(now, this.unitOfWork.single);
    const beyond = ({ tenant }: Scope): number =>
      runs.filter((run) => isHeld(run, runs, active, tenant.deprovisioningGuard)).length;
    return { runs: runs.length, beyondNow: beyond(now), beyondThen: beyond(then) };
  }
}
