import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
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
    'Most deliveries to a target system fail: a smaller share of them than the threshold was sent. The last 20 of a ' +
    'day count, and at least 5 must have been tried. Ends when enough are sent again, when nothing is left to ' +
    'deliver, when an administrator pauses the target system, or a week after the last delivery.',
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
    const limits = { silentMs: Number.MAX_SAFE_INTEGER, failingBelow: shareOf(threshold) };
    const systems = await this.systems.attempted(scope, limits);
    return systems
      .filter((system) => isToReport(system, now))
      .map((system) => ({ subject: system.name, facts: factsOf(system) }));
  }
}

/** What `failingBelow` is with this threshold. */
export function shareOf(threshold: number): number {
  return threshold / 100;
}

function isToReport(
  { state, isFailing, attempts, delivery, waiting, inFlight }: TargetSystem,
  now: Date,
): boolean {
  const { made, lastAt } = attempts;
  if (state === 'paused' || lastAt === null || made < FEWEST_ATTEMPTS) return false;
  if (delivery === 0 && waiting === 0 && inFlight === 0) return false;
  return isFailing && now.getTime() - lastAt.getTime() < REMEMBERED_MS;
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
