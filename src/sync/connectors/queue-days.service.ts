import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { addDays, type Day, dayIn, startOfDay } from '../../tenancy/time/calendar.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { CountersRepository } from '../counters/counters.repository.js';
import { type DayWithEnd, longestWaits } from '../days/queue-ages.js';
import { type DayOfSystems, type DaySpan, SyncDaysRepository } from '../days/sync-days.repository.js';
import { ConnectorsRepository } from './connectors.repository.js';

/** A tenant without targets may have as many labels as items; the others are added up. */
const MOST_SYSTEMS = 6;
/** Target systems of which the first waiting item is looked for, those with most queued items first. */
const MOST_WAITING = 200;

/** What became of items on one day. */
export type QueueDay = Pick<DayOfSystems, 'sent' | 'failed' | 'longestWaitMs'>;

/** The days of a target system; without a name, those of all others. Blank is no target system. */
export interface SystemDays {
  readonly name: string | undefined;
  /** Those of {@link QueueTrend.days}. */
  readonly days: readonly QueueDay[];
}

export interface QueueTrend {
  /** The oldest first; none before the first day that was counted. */
  readonly days: readonly Day[];
  readonly systems: readonly SystemDays[];
}

/** How long items of the queue waited, and what became of them, day by day. */
@Injectable()
export class QueueDaysService {
  constructor(
    private readonly stored: SyncDaysRepository,
    private readonly connectors: ConnectorsRepository,
    private readonly counters: CountersRepository,
  ) {}

  /** @param count of days, up to today; of the last five seconds, deliveries may be missing */
  async trend(scope: Scope, count: number): Promise<QueueTrend> {
    const now = nowOf(scope);
    const { timeZone } = scope.tenant;
    const today = dayIn(timeZone, now);
    const first = await this.stored.first(scope);
    const wanted = Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
    const days = wanted.filter((day) => day >= (first ?? today));
    const span = { from: days[0] ?? today, to: today };
    const ends = days.map((day): DayWithEnd => {
      const end = startOfDay(timeZone, addDays(day, 1));
      return { day, end: end < now ? end : now };
    });
    return { days, systems: await this.systems(scope, span, ends) };
  }

  private async systems(scope: Scope, span: DaySpan, ends: readonly DayWithEnd[]): Promise<SystemDays[]> {
    const queued = (await this.counters.queuedBySystem(scope)).map(({ targetSystem }) => targetSystem);
    const busiest = await this.stored.busiest(scope, span, MOST_SYSTEMS);
    const names = [...new Set([...busiest, ...queued])].slice(0, MOST_SYSTEMS);
    const [known, others, waiting] = await Promise.all([
      this.stored.ofSystems(scope, span, names),
      this.stored.ofOthers(scope, span, names),
      this.connectors.oldest(scope, queued.slice(0, MOST_WAITING)),
    ]);
    const systems = names.map((name) => {
      const rows = known.filter(({ targetSystem }) => targetSystem === name);
      return { name, days: daysOf(ends, rows, waiting.get(name)) };
    });
    const otherWaiting = [...waiting].filter(([name]) => !names.includes(name)).map(([, since]) => since);
    if (others.length === 0 && otherWaiting.length === 0) return systems;
    const since = otherWaiting.sort((one, other) => one.getTime() - other.getTime())[0];
    return [...systems, { name: undefined, days: daysOf(ends, others, since) }];
  }
}

function daysOf(
  days: readonly DayWithEnd[],
  rows: readonly DayOfSystems[],
  waitingSince: Date | undefined,
): QueueDay[] {
  const stored = new Map(rows.map((row) => [row.day, row]));
  const waits = longestWaits(days, stored, waitingSince);
  return days.map(({ day }, index) => {
    const { sent = 0, failed = 0 } = stored.get(day) ?? {};
    return { sent, failed, longestWaitMs: waits[index] ?? 0 };
  });
}
