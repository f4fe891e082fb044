import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { DeprovisioningSettings, Threshold } from '../../settings/settings.js';
import type { Scope } from '../../tenancy/scope.js';
import { UNDO_PREFIX } from '../../tenancy/sync-run.js';
import type { Run } from '../runs/run.entity.js';
import { RunListService } from '../runs/run-list.service.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { mostOf } from './allowance.js';
import { HeldRequestsRepository } from './held-requests.repository.js';

/** So many runs are compared: about a month of nights. */
const RUNS = 30;
const DAY_MS = 86_400_000;

/** What other limits would have meant for the latest runs. */
export interface LimitsEffect {
  /** How many runs are compared. */
  readonly runs: number;
  /** How many of them asked for the de-provisioning of more people than the limits of now allow. */
  readonly beyondNow: number;
  /** The same with the other limits. */
  readonly beyondThen: number;
}

interface Counted extends Pick<Run, 'startedAt' | 'deprovisioned'> {
  /** People whom it de-provisioned, and whom a limit has held. */
  readonly asked: number;
}

/** Before these runs, the people whom they de-provisioned were active, too. */
function isBeyond(threshold: Threshold | null, runs: readonly Counted[], activeNow: number): boolean {
  const asked = runs.reduce((sum, run) => sum + run.asked, 0);
  const active = runs.reduce((sum, { deprovisioned }) => sum + deprovisioned, activeNow);
  return threshold !== null && asked > mostOf(threshold, active);
}

/** Of a day, the runs that began within the 24 hours up to the run are counted together. */
function isHeld(
  run: Counted,
  runs: readonly Counted[],
  active: number,
  { perRun, perDay }: DeprovisioningSettings,
): boolean {
  const from = run.startedAt.getTime() - DAY_MS;
  const ofDay = runs.filter(({ startedAt }) => startedAt.getTime() > from && startedAt <= run.startedAt);
  return run.asked > 0 && (isBeyond(perRun, [run], active) || isBeyond(perDay, ofDay, active));
}

/** Compares limits by what the latest runs have asked for. */
@Injectable()
export class LimitsEffectService {
  constructor(
    private readonly runs: RunListService,
    private readonly holds: HeldRequestsRepository,
    private readonly people: PeopleCounter,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Percentages are of those who are active now, with those of the run. */
  async compare(now: Scope, then: Scope): Promise<LimitsEffect> {
    const runs = await this.latest(now);
    const active = await this.people.activeNow(now, this.unitOfWork.single);
    const beyond = ({ tenant }: Scope): number =>
      runs.filter((run) => isHeld(run, runs, active, tenant.deprovisioningGuard)).length;
    return { runs: runs.length, beyondNow: beyond(now), beyondThen: beyond(then) };
  }

  /** Without undos, which no limit concerns: there are about as many as runs at most. */
  private async latest(scope: Scope): Promise<Counted[]> {
    const latest = await this.runs.latest(scope, 2 * RUNS);
    const runs = latest.filter(({ name }) => !name.startsWith(UNDO_PREFIX)).slice(0, RUNS);
    const held = await this.holds.beyondLimits(
      scope,
      runs.map(({ name }) => name),
    );
    return runs.map(({ name, startedAt, deprovisioned }) => ({
      startedAt,
      deprovisioned,
      asked: deprovisioned + (held.get(name) ?? 0),
    }));
  }
}
