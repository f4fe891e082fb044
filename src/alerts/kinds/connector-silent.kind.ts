import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { FAILING_BELOW } from '../../sync/connectors/health.js';
import { CountersRepository } from '../../sync/counters/counters.repository.js';
import { type TargetSystem, TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import { counted, momentIn, type Sentence, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { HOUR_MS, limitWords } from './moments.js';

export const CONNECTOR_SILENT: AlertKindSpec = {
  name: 'connector_silent',
  title: 'A connector is silent',
  rule:
    'Items wait for a target system, and no connector asks for them. How long that may take is shown on the page of ' +
    'the connector. Also when a connector asks and takes nothing for longer than the threshold. Ends when one takes ' +
    'an item, when nothing waits, or when an administrator pauses the target system.',
  threshold: { unit: 'hours', standard: 26, range: [1, 720] },
  page: '/connectors',
};

/** Nothing takes what waits for a target system. */
@Injectable()
export class ConnectorSilent implements AlertKind {
  readonly spec = CONNECTOR_SILENT;

  constructor(
    private readonly systems: TargetSystemsService,
    private readonly counters: CountersRepository,
  ) {}

  async find(scope: Scope, threshold: number): Promise<Finding[]> {
    if ((await this.counters.queuedBySystem(scope)).length === 0) return [];
    const limits = { silentMs: threshold * HOUR_MS, failingBelow: FAILING_BELOW };
    const systems = await this.systems.list(scope, limits);
    return systems
      .filter(({ state }) => state === 'silent')
      .map((system) => ({ subject: system.name, facts: factsOf(scope, system) }));
  }
}

function factsOf(scope: Scope, system: TargetSystem): Sentence[] {
  return [waitOf(scope, system), contactOf(scope, system), claimOf(scope, system)];
}

function waitOf({ tenant: { timeZone } }: Scope, { name, waiting, oldestQueuedAt }: TargetSystem): Sentence {
  const place =
    name === '' ? sentence('without a target system') : sentence('of the target system {name}', { name });
  if (oldestQueuedAt === null)
    return counted(waiting, '{count} item {place} waits.', '{count} items {place} wait.', { place });
  return counted(
    waiting,
    '{count} item {place} waits, the oldest since {since}.',
    '{count} items {place} wait, the oldest since {since}.',
    { place, since: momentIn(timeZone, oldestQueuedAt) },
  );
}

function contactOf({ tenant: { timeZone } }: Scope, { lastSignAt, silence }: TargetSystem): Sentence {
  const limit = silence?.of === 'contact' ? limitWords(silence.limitMs) : undefined;
  if (lastSignAt === null)
    return limit === undefined
      ? sentence('No connector has ever asked.')
      : sentence('No connector has ever asked; the limit is {limit}.', { limit });
  const at = momentIn(timeZone, lastSignAt);
  return limit === undefined
    ? sentence('The last contact was on {at}.', { at })
    : sentence('The last contact was on {at}; the limit is {limit}.', { at, limit });
}

function claimOf({ tenant: { timeZone } }: Scope, { lastClaimAt, silence }: TargetSystem): Sentence {
  const limit = silence?.of === 'claim' ? limitWords(silence.limitMs) : undefined;
  if (lastClaimAt === null)
    return limit === undefined
      ? sentence('No connector has ever claimed any.')
      : sentence('No connector has ever claimed any; the limit is {limit}.', { limit });
  const at = momentIn(timeZone, lastClaimAt);
  return limit === undefined
    ? sentence('The last claim was on {at}.', { at })
    : sentence('The last claim was on {at}; the limit is {limit}.', { at, limit });
}
