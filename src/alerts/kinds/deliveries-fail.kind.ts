import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { successOf } from '../../sync/connectors/health.js';
import { type TargetSystem, TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import { counted, type Sentence, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { DAY_MS } from './moments.js';
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

function factsOf({ name, attempts, delivery, waiting, inFlight }: TargetSystem): Sentence[] {
  const [made, sent] = [String(attempts.made), String(attempts.sent)];
  const target = targetInSentence(name);
  return [
    sentence('{sent} of the last {made} deliveries of {target} succeeded.', { sent, made, target }),
    sentence('{failed} failed, {waiting}, and {handedOut} handed out.', {
      failed: counted(delivery, '{count} item is', '{count} items are'),
      waiting: counted(waiting, '{count} waits', '{count} wait'),
      handedOut: counted(inFlight, '{count} is', '{count} are'),
    }),
  ];
}
