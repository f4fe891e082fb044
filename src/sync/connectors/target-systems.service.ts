import { Injectable } from '@nestjs/common';

import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { SyncPause } from '../entities/sync-pause.entity.js';
import { CountersRepository, type SystemFailures } from '../counters/counters.repository.js';
import { PausesRepository } from '../pauses/pauses.repository.js';
import type { ConnectorDto } from './connectors.dto.js';
import { ConnectorsRepository, type OutLease } from './connectors.repository.js';
import { ConnectorsService } from './connectors.service.js';

/** In the order in which they matter: the first one that holds is the state. */
export const SYSTEM_STATES = ['paused', 'silent', 'failing', 'unused', 'working'] as const;
export type SystemState = (typeof SYSTEM_STATES)[number];

/** A target system: who takes its items, and how they fare. */
export interface TargetSystem {
  /** Blank: items without a target system. */
  readonly name: string;
  readonly state: SystemState;
  readonly pause: SyncPause | undefined;
  /** The last claim of any credential. */
  readonly lastClaimAt: string | null;
  readonly inFlight: number;
  readonly oldestLeaseUntil: string | null;
  readonly claimed24h: number;
  readonly sent24h: number;
  readonly failed24h: number;
  readonly waiting: number;
  readonly oldestQueuedAt: string | null;
  /** Failed items: waiting for a decision, and failed deliveries. */
  readonly decision: number;
  readonly delivery: number;
  readonly connectors: readonly ConnectorDto[];
}

/** Moments in ISO 8601 compare as text. */
function latest(moments: readonly (string | null)[]): string | null {
  return moments.reduce((one, other) => ((other ?? '') > (one ?? '') ? other : one), null);
}

function earliest(moments: readonly (string | null)[]): string | null {
  return moments.filter((one) => one !== null).sort()[0] ?? null;
}

/**
 * @param facts all of a target system but its state
 * @param silentSince before this moment is long ago: something waits since before, and the last claim was before
 */
export function stateOf(facts: Omit<TargetSystem, 'state'>, silentSince: Date): SystemState {
  const { pause, oldestQueuedAt, lastClaimAt, delivery, inFlight, waiting } = facts;
  if (pause !== undefined) return 'paused';
  const before = silentSince.toISOString();
  if (oldestQueuedAt !== null && oldestQueuedAt < before && (lastClaimAt ?? '') < before) return 'silent';
  if (delivery > 0) return 'failing';
  return lastClaimAt === null && inFlight === 0 && waiting === 0 ? 'unused' : 'working';
}

/** Target systems as administrators think of them, each with its connectors. */
@Injectable()
export class TargetSystemsService {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly claims: ConnectorsRepository,
    private readonly counters: CountersRepository,
    private readonly pauses: PausesRepository,
    private readonly credentials: CredentialsService,
  ) {}

  /**
   * Those that the settings list, that have items on their way or failed, or that are paused, by name.
   * @param silentMs something waits for so long, and nothing was claimed for as long: the system is silent
   */
  async list(scope: Scope, silentMs: number): Promise<TargetSystem[]> {
    const silentSince = new Date(nowOf(scope).getTime() - silentMs);
    const [{ data: rows }, failures, pauses] = await Promise.all([
      this.connectors.list(scope),
      this.counters.failedBySystem(scope),
      this.pauses.of(scope),
    ]);
    const names = new Set([
      ...rows.map(({ targetSystem }) => targetSystem ?? ''),
      ...failures.map(({ targetSystem }) => targetSystem),
      ...pauses.map(({ targetSystem }) => targetSystem),
    ]);
    return [...names].sort().map((name) =>
      systemOf(
        name,
        {
          connectors: rows.filter(({ targetSystem }) => (targetSystem ?? '') === name),
          failed: failures.find(({ targetSystem }) => targetSystem === name),
          pause: pauses.find(({ targetSystem }) => targetSystem === name),
        },
        silentSince,
      ),
    );
  }

  /** A target system of which nothing is known. */
  unused(scope: Scope, name: string): TargetSystem {
    return systemOf(name, { connectors: [], failed: undefined, pause: undefined }, nowOf(scope));
  }

  /** Leases that are out, those that end first first, with the label of the credential that holds each. */
  async leases(
    scope: Scope,
    targetSystem: string,
    limit: number,
  ): Promise<(OutLease & { label: string | null })[]> {
    const leases = await this.claims.leasesOf(scope, targetSystem, limit);
    const labels = await this.credentials.labelsOf(scope, [...new Set(leases.map(({ apiKey }) => apiKey))]);
    return leases.map((lease) => ({ ...lease, label: labels.get(lease.apiKey) ?? null }));
  }
}

interface SystemFacts {
  readonly connectors: readonly ConnectorDto[];
  readonly failed: SystemFailures | undefined;
  readonly pause: SyncPause | undefined;
}

function systemOf(name: string, { connectors, failed, pause }: SystemFacts, silentSince: Date): TargetSystem {
  const sum = (of: (row: ConnectorDto) => number): number =>
    connectors.reduce((total, row) => total + of(row), 0);
  const facts: Omit<TargetSystem, 'state'> = {
    name,
    pause,
    lastClaimAt: latest(connectors.map(({ lastClaimAt }) => lastClaimAt)),
    inFlight: sum(({ inFlight }) => inFlight),
    oldestLeaseUntil: earliest(connectors.map(({ oldestLeaseUntil }) => oldestLeaseUntil)),
    claimed24h: sum(({ claimed24h }) => claimed24h),
    sent24h: sum(({ sent24h }) => sent24h),
    failed24h: sum(({ failed24h }) => failed24h),
    // The same in each row of a system.
    waiting: connectors[0]?.waiting ?? 0,
    oldestQueuedAt: connectors[0]?.oldestQueuedAt ?? null,
    decision: failed?.decision ?? 0,
    delivery: failed?.delivery ?? 0,
    connectors: connectors.filter(({ apiKey }) => apiKey !== null),
  };
  return { ...facts, state: stateOf(facts, silentSince) };
}
