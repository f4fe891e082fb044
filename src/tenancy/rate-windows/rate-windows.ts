import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CallBatcher } from '../../concurrency/call-batcher.js';
import { type Limit, WINDOW_STORE, type WindowState, type WindowStore } from './window-store.js';

const MOST_AT_ONCE = 1000;
/** The most full windows that are remembered; the store counts for all others. */
const MOST_REMEMBERED = 10_000;

/** The requests that a window leaves to a caller. */
interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly msLeft: number;
}

/** Whether a request is within its limits, and how many more the tightest of them allows. */
export interface Admission extends Allowance {
  readonly isAdmitted: boolean;
}

interface FullWindow {
  readonly count: number;
  /** By the monotonic clock. */
  readonly endsAt: number;
}

function hashed(limit: Limit): Limit {
  return { ...limit, subject: hash('sha256', limit.subject, 'hex') };
}

/** The tighter window leaves fewer requests, or as many and lasts longer. */
function isTighter(one: Allowance, other: Allowance): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  return one.msLeft > other.msLeft;
}

function tightestOf(allowances: readonly Allowance[]): Allowance {
  return allowances.reduce((tightest, one) => (isTighter(one, tightest) ? one : tightest));
}

/**
 * Counts requests in windows of a minute or another length, over all processes. A request is counted in all of its
 * windows or, when one of them is full, in none. Simultaneous requests under the same limits share one count, as each
 * count waits for the one before. A full window is remembered, so that further requests are refused without a count
 * until it ends.
 */
@Injectable()
export class RateWindows {
  private readonly full = new BoundedCache<string, FullWindow>({ most: MOST_REMEMBERED });
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
   * @param limits one or more, of different subjects; one that several callers share comes last. Only hashes of the
   * subjects are stored
   */
  async take(limits: readonly Limit[]): Promise<Admission> {
    const known = limits.map(hashed);
    const refused = this.fullOf(known);
    if (refused !== undefined) return refused;
    return this.counts.add(known.map(({ subject, limit }) => `${subject}:${limit}`).join(' '), known);
  }

  /** The refusal of the next request, when a remembered window is full; undefined otherwise. */
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

  /** @param requests all with the same limits */
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
