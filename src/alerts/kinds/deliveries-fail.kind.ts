import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { successOf } from '../../sync/connectors/health.js';
import { type TargetSystem, TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { counted, DAY_MS } from './moments.js';
import { targetInSentence } from './target-words.js';

/** Fewer attempts are chance. */
const FEWEST_ATTEMPTS = 5;
const REMEMBERED_MS = 7 * DAY_MS;

export const DELIVERIES_FAIL: AlertKindSpec = {
  name: 'deliveries_fail',
  title: 'Deliveries fail',
  rule:
    'Of the last attempts to deliver to a target system (20, where there were so many within a day, and 5 at least) ' +
    'fewer than the threshold were sent. Over when more are; when nothing is failed, waits or is handed out; when an ' +
    'administrator pauses the target system; or a week after the last attempt.',
  threshold: { unit: 'percent', standard: 50, range: [1, 100] },
  page: '/connectors',
};

/** A connector takes items and cannot deliver them. */
@Injectable()
export class DeliveriesFail implements AlertKind {
  readonly spec = DELIVERIES_FAIL;

  constructor(private readonly systems: TargetSystemsService) {}

  async find(scope: Scope, threshold: number, now: Date): Promise<Finding[]> {
    // How long a system may be silent does not matter here.
    const systems = await this.systems.attempted(scope, Number.MAX_SAFE_INTEGER);
    return systems
      .filter((system) => isFailing(system, threshold, now))
      .map((system) => ({ subject: system.name, facts: factsOf(system) }));
  }
}

function isFailing(
  { state, attempts, delivery, waiting, inFlight }: TargetSystem,
  threshold: number,
  now: Date,
): boolean {
  const { made, lastAt } = attempts;
  const success = successOf(attempts);
  if (state === 'paused' || success === null || lastAt === null || made < FEWEST_ATTEMPTS) return false;
  if (delivery === 0 && waiting === 0 && inFlight === 0) return false;
  return 100 * success < threshold && now.getTime() - lastAt.getTime() < REMEMBERED_MS;
}

function factsOf({ name, attempts: { made, sent }, delivery, waiting, inFlight }: TargetSystem): string {
  return (
    `${sent} of the last ${made} deliveries of ${targetInSentence(name)} succeeded. ` +
    `${counted(delivery, 'item is', 'items are')} failed, ${counted(waiting, 'waits', 'wait')}, ` +
    `and ${counted(inFlight, 'is', 'are')} handed out.`
  );
}
