import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { ConnectorDto } from '../../sync/connectors/connectors.dto.js';
import { ConnectorsService } from '../../sync/connectors/connectors.service.js';
import { PausesService } from '../../sync/pauses/pauses.service.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { counted, HOUR_MS, momentIn } from './moments.js';

export const CONNECTOR_SILENT: AlertKindSpec = {
  name: 'connector_silent',
  title: 'A connector is silent',
  rule:
    'Something has been queued for a target system for longer than the threshold, and no connector has claimed ' +
    'anything of it for as long. Over when one does, nothing waits, or an administrator pauses the target system.',
  threshold: { unit: 'hours', standard: 26, range: [1, 720] },
  page: '/connectors',
};

/** Nothing takes what waits for a target system. */
@Injectable()
export class ConnectorSilent implements AlertKind {
  readonly spec = CONNECTOR_SILENT;

  constructor(
    private readonly connectors: ConnectorsService,
    private readonly pauses: PausesService,
  ) {}

  async find(scope: Scope, threshold: number, now: Date): Promise<Finding[]> {
    const { data } = await this.connectors.list(scope);
    const paused = new Set((await this.pauses.list(scope)).map(({ targetSystem }) => targetSystem));
    const before = new Date(now.getTime() - threshold * HOUR_MS).toISOString();
    const systems = new Map<string, ConnectorDto[]>();
    for (const row of data) {
      const name = row.targetSystem ?? '';
      systems.set(name, [...(systems.get(name) ?? []), row]);
    }
    return [...systems].flatMap(([name, rows]): Finding[] => {
      const [{ waiting, oldestQueuedAt } = { waiting: 0, oldestQueuedAt: null }] = rows;
      const lastClaimAt = rows.flatMap((row) => row.lastClaimAt ?? []).reduce(later, '');
      const isSilent = oldestQueuedAt !== null && oldestQueuedAt < before && lastClaimAt < before;
      if (waiting === 0 || !isSilent || paused.has(name)) return [];
      const at = (iso: string): string => momentIn(scope.tenant.timeZone, new Date(iso));
      const claimed =
        lastClaimAt === '' ? 'No connector has ever claimed any' : `The last claim was on ${at(lastClaimAt)}`;
      const where = name === '' ? 'items without a target system' : `the target system ${name}`;
      const wait = `${counted(waiting, 'item')} of ${where} ${waiting === 1 ? 'waits' : 'wait'}`;
      return [{ subject: name, facts: `${wait}, the oldest since ${at(oldestQueuedAt)}. ${claimed}.` }];
    });
  }
}

/** Moments in ISO 8601 compare as text. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}
