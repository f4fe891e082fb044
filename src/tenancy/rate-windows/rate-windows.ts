import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CallBatcher } from '../../concurrency/call-batcher.js';
import { type Limit, WINDOW_STORE, type WindowState, type WindowStore } from './window-store.js';

const MOST_AT_ONCE = 1000;
/** Full windows that are remembered; of another one the store is asked. */
const MOST_REMEMBERED = 10_000;

/** What a window leaves to a caller. */
interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly msLeft: number;
}

/** Whether a request is within its limits, and what the tighter of them leaves afterwards. */
export interface Admission extends Allowance {
  readonly isAdmitted: boolean;
}

interface Full {
  readonly count: number;
  /** By the clock that nobody sets. */
  readonly endsAt: number;
}

function hashed({ subject, limit }: Limit): Limit {
  return { subject: hash('sha256', subject, 'hex'), limit };
}

/** The tighter one: that which leaves the fewest requests, and of two alike the one that lasts longer. */
function isTighter(one: Allowance, other: Allowance): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  return one.msLeft > other.msLeft;
}

function tightestOf(allowances: readonly Allowance[]): Allowance {
  return allowances.reduce((tightest, one) => (isTighter(one, tightest) ? one : tightest));
}

/**
 * Counts requests in windows of a minute, over all processes. A request is counted in all of its windows or, when one of them has no room,
 * in none. What comes at once under the same limits is counted at once, as each count waits for the one before; and
 * who has no request left costs nothing until the window ends.
 */
@Injectable()
export class RateWindows {
  private readonly full = new BoundedCache<string, Full>({ most: MOST_REMEMBERED });
  private readonly counts = new CallBatcher<readonly Limit[], Admission>(
    (requests) => this.count(requests),
    MOST_AT_ONCE,
  );

  constructor(@Inject(WINDOW_STORE) private readonly store: WindowStore) {}

  /** Whether all processes count together now. */
  get isShared(): boolean {
    return this.store.isShared;
  }

  /**
   * Counts a request, unless it is beyond one of its limits.
   * @param limits one or more, of different subjects, of which only a hash is kept; one that several callers share comes last
   */
  async take(limits: readonly Limit[]): Promise<Admission> {
    const known = limits.map(hashed);
    const refused = this.fullOf(known);
    if (refused !== undefined) return refused;
    return this.counts.add(known.map(({ subject, limit }) => `${subject}:${limit}`).join(' '), known);
  }

  /** The refusal of the next request, when it is known without a question to be beyond a limit. */
  known(limits: readonly Limit[]): Admission | undefined {
    return this.fullOf(limits.map(hashed));
  }

  private fullOf(limits: readonly Limit[]): Admission | undefined {
    const full = limits.flatMap(({ subject, limit }) => {
      const { count = -1, endsAt = 0 } = this.full.get(subject) ?? {};
      const msLeft = endsAt - performance.now();
      return count >= limit && msLeft > 0 ? [{ limit, remaining: 0, msLeft }] : [];
    });
    return full.length === 0 ? undefined : { isAdmitted: false, ...tightestOf(full) };
  }

  /** @param requests all of the same limits */
  private async count(requests: readonly (readonly Limit[])[]): Promise<Admission[]> {
    const [limits = []] = requests;
    const { granted, windows } = await this.store.take(limits, requests.length);
    const paired = limits.flatMap((limit, index) => {
      const window = windows[index];
      return window === undefined ? [] : [{ ...limit, window }];
    });
    for (const { subject, limit, window } of paired)
      if (window.count >= limit) this.remember(subject, window);
    return requests.map((_, index) => {
      const countedAfter = Math.max(0, granted - index - 1);
      const allowances = paired.map(({ limit, window: { count, msLeft } }) => {
        return { limit, remaining: Math.max(0, limit - count + countedAfter), msLeft };
      });
      return { isAdmitted: index < granted, ...tightestOf(allowances) };
    });
  }

  private remember(subject: string, { count, msLeft }: WindowState): void {
    this.full.set(subject, { count, endsAt: performance.now() + msLeft });
  }
}
