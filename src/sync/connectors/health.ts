import type { Attempts } from '../counters/counters.repository.js';
import { DAY_OF_PERIODS_MS } from '../counters/period.js';

/**
 * How a target system fares, in the order in which they matter: the first that holds is the state. `silent`: something
 * waits, and no connector has come. `replayed`: deliveries failed, and nothing was taken since they were queued again.
 * `failing`: of the last attempts fewer than half succeeded. `partly`: some deliveries failed. `unused`: no connector
 * has ever come.
 */
export const SYSTEM_STATES = [
  'paused',
  'silent',
  'replayed',
  'failing',
  'partly',
  'unused',
  'working',
] as const;
export type SystemState = (typeof SYSTEM_STATES)[number];

/** The last attempts to deliver: at least {@link FEWEST_ATTEMPTS} where a day had so many. */
export interface LastAttempts {
  /** Items that were handed out and are so no more, whatever the connector said of them. */
  readonly made: number;
  readonly sent: number;
  /** The ten minutes of the last one begin then; null when there was none. */
  readonly lastAt: Date | null;
}

export interface HealthFacts {
  readonly isPaused: boolean;
  /** The last time that a connector was handed an item, and the last time that one asked. */
  readonly lastClaimAt: Date | null;
  readonly lastContactAt: Date | null;
  readonly replayedAt: Date | undefined;
  readonly inFlight: number;
  readonly waiting: number;
  readonly oldestQueuedAt: Date | null;
  /** Failed deliveries that no one has replayed. */
  readonly deliveryFailed: number;
  readonly attempts: LastAttempts;
}

/** After so long without a contact, or without taking anything, while something waits, a system is silent. */
export interface SilenceLimits {
  readonly contactMs: number;
  readonly claimMs: number;
}

export interface HealthLimits extends SilenceLimits {
  /** Deliveries fail where a smaller share of the last attempts was sent, 0 to 1. */
  readonly failingBelow: number;
}

type SilenceFacts = Pick<HealthFacts, 'oldestQueuedAt' | 'lastContactAt' | 'lastClaimAt' | 'waiting'>;

/** What a system is silent about: no connector has asked, or none has taken anything, for longer than the limit. */
export interface Silence {
  readonly of: 'contact' | 'claim';
  readonly limitMs: number;
}

const MOST_ATTEMPTS = 20;
/** Where alerts have no threshold of their own. */
export const FAILING_BELOW = 0.5;
const WORKING_FROM = 0.9;

/**
 * Those of the day that ends with the last one, at most: of periods before it, a part may be overwritten.
 * @param periods of one target system, the latest first
 * @param inFlight handed out, and not decided yet
 */
export function lastAttempts(periods: readonly Attempts[], inFlight: number): LastAttempts {
  const sum = { claimed: 0, sent: 0, failed: 0 };
  const lastAt = periods[0]?.firstAt ?? null;
  for (const period of periods) {
    if (lastAt !== null && lastAt.getTime() - period.firstAt.getTime() >= DAY_OF_PERIODS_MS) break;
    sum.claimed += period.claimed;
    sum.sent += period.sent;
    sum.failed += period.failed;
    if (madeOf(sum, inFlight) >= MOST_ATTEMPTS) break;
  }
  return { made: madeOf(sum, inFlight), sent: sum.sent, lastAt };
}

/** A lease that ran out, and an item that was given back, are attempts too; reports may be of claims before. */
function madeOf(sum: Pick<Attempts, 'claimed' | 'sent' | 'failed'>, inFlight: number): number {
  return Math.max(sum.claimed - inFlight, sum.sent + sum.failed, 0);
}

/** What was sent among the last attempts, 0 to 1; null without any. */
export function successOf({ made, sent }: LastAttempts): number | null {
  return made === 0 ? null : sent / made;
}

/**
 * Whether most of the last deliveries failed, whatever else the system is: one that is silent by now may have failed
 * before. State and overview ask this, and so does the alert, which wants a number of attempts besides.
 */
export function isFailing(
  { attempts, deliveryFailed }: Pick<HealthFacts, 'attempts' | 'deliveryFailed'>,
  failingBelow: number,
): boolean {
  const success = successOf(attempts);
  return success === null ? deliveryFailed > 0 : success < failingBelow;
}

export function stateOf(facts: HealthFacts, limits: HealthLimits, now: Date): SystemState {
  const { lastClaimAt, inFlight, waiting, deliveryFailed, replayedAt } = facts;
  const success = successOf(facts.attempts);
  const hasFailed = deliveryFailed > 0 || (success !== null && success < WORKING_FROM);
  if (facts.isPaused) return 'paused';
  if (silenceOf(facts, limits, now) !== undefined) return 'silent';
  const isUntaken = replayedAt !== undefined && (lastClaimAt === null || replayedAt > lastClaimAt);
  if (hasFailed && waiting > 0 && isUntaken) return 'replayed';
  if (isFailing(facts, limits.failingBelow)) return 'failing';
  if (hasFailed) return 'partly';
  return facts.lastContactAt === null && lastClaimAt === null && inFlight === 0 ? 'unused' : 'working';
}

/**
 * Which limit was passed; undefined when none was. A connector that asks and takes nothing is silent later than one
 * that does not ask.
 */
export function silenceOf(
  { oldestQueuedAt, lastContactAt, lastClaimAt, waiting }: SilenceFacts,
  { contactMs, claimMs }: SilenceLimits,
  now: Date,
): Silence | undefined {
  if (waiting === 0 || oldestQueuedAt === null) return undefined;
  const isOlder = (at: Date | null, ms: number): boolean => at === null || now.getTime() - at.getTime() > ms;
  const lastSignAt = lastSignOf({ lastContactAt, lastClaimAt });
  if (isOlder(oldestQueuedAt, contactMs) && isOlder(lastSignAt, contactMs))
    return { of: 'contact', limitMs: contactMs };
  if (isOlder(oldestQueuedAt, claimMs) && isOlder(lastClaimAt, claimMs))
    return { of: 'claim', limitMs: claimMs };
  return undefined;
}

/** The last contact; a claim that was handed something is one, also where contacts were not stored yet. */
export function lastSignOf({
  lastContactAt,
  lastClaimAt,
}: Pick<HealthFacts, 'lastContactAt' | 'lastClaimAt'>): Date | null {
  return lastContactAt !== null && (lastClaimAt === null || lastContactAt > lastClaimAt)
    ? lastContactAt
    : lastClaimAt;
}
