import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { Gatherer } from '../../database/gatherer.js';
import { WINDOW_STORE, type WindowStore } from './window-store.js';

const MOST_AT_ONCE = 1000;
/** Those that are over are looked for when so many are remembered. */
const MANY = 1000;

/** Which request of its subject's window one is, the first being 1. */
export interface Place {
  readonly place: number;
  readonly msLeft: number;
}

interface Full {
  readonly count: number;
  /** By the clock that nobody sets. */
  readonly endsAt: number;
}

function keyOf(subject: string): string {
  return hash('sha256', subject, 'hex');
}

/**
 * Counts requests in windows of a minute, over all processes. What comes at once for one subject is counted at once, as each
 * count waits for the one before; and
 * who has no request left costs nothing until the window ends.
 */
@Injectable()
export class RateWindows {
  private readonly full = new Map<string, Full>();
  private readonly counts = new Gatherer<string, Place>((subjects) => this.count(subjects), MOST_AT_ONCE);

  constructor(@Inject(WINDOW_STORE) private readonly store: WindowStore) {}

  /** Whether all processes count together now. */
  get isShared(): boolean {
    return this.store.isShared;
  }

  /**
   * Counts a request. It is over the limit when its place is greater; it may then not have been counted.
   * @param subject what is counted; only its hash is kept
   */
  async take(subject: string, limit: number): Promise<Place> {
    const key = keyOf(subject);
    const full = this.fullOf(key, limit);
    if (full !== undefined) return full;
    const taken = await this.counts.add(key, key);
    if (taken.place >= limit) this.remember(key, taken);
    return taken;
  }

  /** The place of the next request, when it is known without a question to be over the limit. */
  known(subject: string, limit: number): Place | undefined {
    return this.fullOf(keyOf(subject), limit);
  }

  private fullOf(key: string, limit: number): Place | undefined {
    const full = this.full.get(key);
    if (full === undefined || full.count < limit) return undefined;
    const msLeft = full.endsAt - performance.now();
    return msLeft > 0 ? { place: full.count + 1, msLeft } : undefined;
  }

  private async count(subjects: readonly string[]): Promise<Place[]> {
    const { count, msLeft } = await this.store.add(subjects[0] ?? '', subjects.length);
    return subjects.map((_, index) => ({ place: count - subjects.length + index + 1, msLeft }));
  }

  private remember(key: string, { place, msLeft }: Place): void {
    const now = performance.now();
    if (this.full.size >= MANY)
      for (const [other, { endsAt }] of this.full) if (endsAt <= now) this.full.delete(other);
    this.full.set(key, { count: place, endsAt: now + msLeft });
  }
}
