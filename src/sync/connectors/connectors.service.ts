import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { CountersRepository } from '../counters/counters.repository.js';
import type { ConnectorDto } from './connectors.dto.js';
import { type ConnectorKey, ConnectorsRepository } from './connectors.repository.js';

function nameOf({ targetSystem, apiKey }: ConnectorKey): string {
  return JSON.stringify([targetSystem, apiKey]);
}

function inOrder(one: ConnectorDto, other: ConnectorDto): number {
  const [first, second] = [one, other].map(({ targetSystem, apiKey }) =>
    JSON.stringify([targetSystem ?? '', apiKey ?? '']),
  ) as [string, string];
  return first < second ? -1 : 1;
}

/** A tenant without targets may have as many labels as items; the answer has those for which most waits. */
const MOST_SYSTEMS = 500;

/** The target systems that have a name of their own in the metrics: those that a tenant makes up share one. */
const KNOWN_SYSTEMS = ['SIS', 'CRM', 'LMS'] as const;
export const SYSTEM_KINDS = [...KNOWN_SYSTEMS, 'other', 'none'] as const;
export type SystemKind = (typeof SYSTEM_KINDS)[number];

function kindOf(targetSystem: string): SystemKind {
  if (targetSystem === '') return 'none';
  return KNOWN_SYSTEMS.find((name) => name === targetSystem) ?? 'other';
}

/** Lists who takes items of the queue, and for which target systems something waits (contract, section 8). */
@Injectable()
export class ConnectorsService {
  constructor(
    private readonly connectors: ConnectorsRepository,
    private readonly counters: CountersRepository,
    private readonly credentials: CredentialsService,
  ) {}

  /**
   * A row for each credential and target system that it ever took items of, and one without a credential for each other
   * system that is a target of the tenant or for which something waits.
   */
  async list(scope: Scope): Promise<Success<ConnectorDto[]>> {
    const [counts, leases, queued] = await Promise.all([
      this.counters.connectors(scope, nowOf(scope)),
      this.connectors.leases(scope),
      this.counters.queuedBySystem(scope),
    ]);
    const waiting = new Map(queued.slice(0, MOST_SYSTEMS).map((one) => [one.targetSystem, one.queued]));
    const leasesOf = new Map(leases.map((one) => [nameOf(one), one]));
    const oldest = await this.connectors.oldest(scope, [...waiting.keys()]);
    const labels = await this.credentials.labelsOf(scope, [...new Set(counts.map(({ apiKey }) => apiKey))]);
    const ofSystem = (
      targetSystem: string,
    ): Pick<ConnectorDto, 'targetSystem' | 'waiting' | 'oldestQueuedAt'> => ({
      targetSystem: targetSystem === '' ? null : targetSystem,
      waiting: waiting.get(targetSystem) ?? 0,
      oldestQueuedAt: oldest.get(targetSystem)?.toISOString() ?? null,
    });
    const rows = counts.map((count): ConnectorDto => {
      const out = leasesOf.get(nameOf(count));
      const { targetSystem, apiKey, lastClaimAt, claimed, sent, failed } = count;
      return {
        ...ofSystem(targetSystem),
        apiKey,
        label: labels.get(apiKey) ?? null,
        lastClaimAt: lastClaimAt?.toISOString() ?? null,
        inFlight: out?.inFlight ?? 0,
        oldestLeaseUntil: out?.oldestLeaseUntil.toISOString() ?? null,
        claimed24h: claimed,
        sent24h: sent,
        failed24h: failed,
      };
    });
    const known = new Set(counts.map(({ targetSystem }) => targetSystem));
    const systems = new Set([...scope.tenant.syncTargets.map(({ name }) => name), ...waiting.keys()]);
    const idle = [...systems].filter((name) => !known.has(name)).map((name) => idleRow(ofSystem(name)));
    return success([...rows, ...idle].sort(inOrder));
  }

  /** All tenants together, for the operator: leases that are out, and since when the first item is ready. */
  async overall(): Promise<{ leases: number; ready: ReadonlyMap<SystemKind, Date> }> {
    const ready = new Map<SystemKind, Date>();
    for (const { targetSystem, oldest } of await this.connectors.readyOfAll()) {
      const kind = kindOf(targetSystem);
      const known = ready.get(kind);
      if (known === undefined || oldest < known) ready.set(kind, oldest);
    }
    return { leases: await this.connectors.leasesOfAll(), ready };
  }
}

/** The row of a target system of which no credential ever took an item. */
function idleRow(system: Pick<ConnectorDto, 'targetSystem' | 'waiting' | 'oldestQueuedAt'>): ConnectorDto {
  return {
    ...system,
    apiKey: null,
    label: null,
    lastClaimAt: null,
    inFlight: 0,
    oldestLeaseUntil: null,
    claimed24h: 0,
    sent24h: 0,
    failed24h: 0,
  };
}
