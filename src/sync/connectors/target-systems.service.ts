import { Injectable } from '@nestjs/common';

import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { ContactsService, type TargetRhythm } from '../contacts/contacts.service.js';
import type { SyncPause } from '../entities/sync-pause.entity.js';
import { type Attempts, CountersRepository, type SystemFailures } from '../counters/counters.repository.js';
import { PausesRepository } from '../pauses/pauses.repository.js';
import type { ConnectorDto } from './connectors.dto.js';
import { ConnectorsRepository, type OutLease } from './connectors.repository.js';
import { ConnectorsService } from './connectors.service.js';
import {
  isFailing,
  type LastAttempts,
  lastAttempts,
  lastSignOf,
  type Silence,
  silenceOf,
  stateOf,
  type SystemState,
} from './health.js';

/** A target system: who takes its items, and how they fare. */
export interface TargetSystem extends TargetRhythm {
  /** Blank: items without a target system. */
  readonly name: string;
  readonly state: SystemState;
  /** Most of the last deliveries failed, also where another state matters more. */
  readonly isFailing: boolean;
  /** Which limit was passed, paused or not. */
  readonly silence: Silence | undefined;
  readonly pause: SyncPause | undefined;
  /** The last claim of any credential that was handed something. */
  readonly lastClaimAt: Date | null;
  /** The last contact, or a claim of before contacts were stored. */
  readonly lastSignAt: Date | null;
  readonly inFlight: number;
  readonly oldestLeaseUntil: string | null;
  readonly claimed24h: number;
  readonly sent24h: number;
  readonly failed24h: number;
  readonly attempts: LastAttempts;
  /** When items were last queued again by a replay. */
  readonly replayedAt: Date | undefined;
  readonly waiting: number;
  readonly oldestQueuedAt: Date | null;
  /** Failed items: waiting for a decision, and failed deliveries. */
  readonly decision: number;
  readonly delivery: number;
  readonly connectors: readonly ConnectorDto[];
}

/** What alerts are set to: states follow them, so that both say the same. */
export interface AlertLimits {
  /** Something waits for so long, and nothing was taken for as long. */
  readonly silentMs: number;
  readonly failingBelow: number;
}

/** What is known of all target systems of a tenant. */
interface Known {
  readonly rows: readonly ConnectorDto[];
  readonly failures: readonly SystemFailures[];
  readonly pauses: readonly SyncPause[];
  readonly attempts: readonly Attempts[];
  readonly replays: ReadonlyMap<string, Date>;
  readonly rhythmOf: (targetSystem: string) => TargetRhythm;
  readonly limits: AlertLimits;
  readonly now: Date;
}

/** Target systems as administrators think of them, each with its connectors. */
@Injectable()
export class TargetSystemsService {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly contacts: ContactsService,
    private readonly claims: ConnectorsRepository,
    private readonly counters: CountersRepository,
    private readonly pauses: PausesRepository,
    private readonly credentials: CredentialsService,
  ) {}

  /** Those that the settings list, that have items on their way or failed, or that are paused, by name. */
  async list(scope: Scope, limits: AlertLimits): Promise<TargetSystem[]> {
    const known = await this.known(scope, limits);
    const names = new Set([
      ...known.rows.map(({ targetSystem }) => targetSystem ?? ''),
      ...known.failures.map(({ targetSystem }) => targetSystem),
      ...known.pauses.map(({ targetSystem }) => targetSystem),
    ]);
    return [...names].sort().map((name) => systemOf(name, known));
  }

  /** Those whose items were ever handed out, by name. Asks one question where there are none. */
  async attempted(scope: Scope, limits: AlertLimits): Promise<TargetSystem[]> {
    const attempts = await this.counters.attempts(scope);
    if (attempts.length === 0) return [];
    const known = await this.known(scope, limits, attempts);
    const names = new Set(attempts.map(({ targetSystem }) => targetSystem));
    return [...names].sort().map((name) => systemOf(name, known));
  }

  /** One of them, or a target system of which nothing is known. */
  async one(scope: Scope, name: string, limits: AlertLimits): Promise<TargetSystem> {
    return systemOf(name, await this.known(scope, limits));
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

  private async known(
    scope: Scope,
    limits: AlertLimits,
    knownAttempts?: readonly Attempts[],
  ): Promise<Known> {
    const [{ data: rows }, failures, pauses, attempts, replays, rhythmOf] = await Promise.all([
      this.connectors.list(scope),
      this.counters.failedBySystem(scope),
      this.pauses.of(scope),
      knownAttempts ?? this.counters.attempts(scope),
      this.counters.replays(scope),
      this.contacts.rhythms(scope, limits.silentMs),
    ]);
    return { rows, failures, pauses, attempts, replays, rhythmOf, limits, now: nowOf(scope) };
  }
}

function systemOf(name: string, known: Known): TargetSystem {
  const isOf = ({ targetSystem }: { readonly targetSystem: string | null }): boolean =>
    (targetSystem ?? '') === name;
  const rows = known.rows.filter(isOf);
  const failed = known.failures.find(isOf);
  const sum = (of: (row: ConnectorDto) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const inFlight = sum((row) => row.inFlight);
  const facts = {
    name,
    ...known.rhythmOf(name),
    pause: known.pauses.find(isOf),
    lastClaimAt: momentOf(rows.map(({ lastClaimAt }) => lastClaimAt).reduce(later, null)),
    inFlight,
    oldestLeaseUntil: rows.flatMap(({ oldestLeaseUntil }) => oldestLeaseUntil ?? []).sort()[0] ?? null,
    claimed24h: sum(({ claimed24h }) => claimed24h),
    sent24h: sum(({ sent24h }) => sent24h),
    failed24h: sum(({ failed24h }) => failed24h),
    attempts: lastAttempts(known.attempts.filter(isOf), inFlight),
    replayedAt: known.replays.get(name),
    // Each row of a system has the same.
    waiting: rows[0]?.waiting ?? 0,
    oldestQueuedAt: momentOf(rows[0]?.oldestQueuedAt ?? null),
    decision: failed?.decision ?? 0,
    delivery: failed?.delivery ?? 0,
    connectors: rows.filter(({ apiKey }) => apiKey !== null),
  };
  const { silentMs, failingBelow } = known.limits;
  const limits = { contactMs: facts.limit.ms, claimMs: Math.max(silentMs, facts.limit.ms), failingBelow };
  const health = { ...facts, isPaused: facts.pause !== undefined, deliveryFailed: facts.delivery };
  return {
    ...facts,
    lastSignAt: lastSignOf(facts),
    silence: silenceOf(facts, limits, known.now),
    state: stateOf(health, limits, known.now),
    isFailing: isFailing(health, failingBelow),
  };
}

/** Moments in ISO 8601 compare as text. */
function later(one: string | null, other: string | null): string | null {
  return (other ?? '') > (one ?? '') ? other : one;
}

function momentOf(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}
