import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { FAILING_BELOW } from '../../sync/connectors/health.js';
import { CountersRepository } from '../../sync/counters/counters.repository.js';
import { type TargetSystem, TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { counted, HOUR_MS, limitWords, momentIn } from './moments.js';
import { targetInSentence } from './target-words.js';

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

function factsOf({ tenant: { timeZone } }: Scope, system: TargetSystem): string {
  const { name, waiting, oldestQueuedAt, lastClaimAt, lastSignAt, silence } = system;
  const asked =
    lastSignAt === null
      ? 'No connector has ever asked'
      : `The last contact was on ${momentIn(timeZone, lastSignAt)}`;
  const claimed =
    lastClaimAt === null
      ? 'No connector has ever claimed any'
      : `The last claim was on ${momentIn(timeZone, lastClaimAt)}`;
  const limit = silence === undefined ? '' : `; the limit is ${limitWords(silence.limitMs)}`;
  const verb = waiting === 1 ? 'waits' : 'wait';
  const of = name === '' ? 'without a target system' : `of ${targetInSentence(name)}`;
  const wait = `${counted(waiting, 'item')} ${of} ${verb}`;
  const since = oldestQueuedAt === null ? '' : `, the oldest since ${momentIn(timeZone, oldestQueuedAt)}`;
  const ofContact = silence?.of === 'contact' ? limit : '';
  const ofClaim = silence?.of === 'claim' ? limit : '';
  return `${wait}${since}. ${asked}${ofContact}. ${claimed}${ofClaim}.`;
}
