import type { DayGap, TargetContact } from '../entities/target-contact.entity.js';

/** Contacts that were noted together. */
export interface Contacts {
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** The longest time between two of them. */
  readonly gapMs: number;
}

/** Days that are remembered: a week, so that one outage is one day of seven. */
const DAYS = 7;
/** So many whole days are a rhythm. */
const FEWEST_DAYS = 3;
/** A target system is silent after so many times the usual gap, and after an hour at the earliest. */
const PATIENCE = 3;
const LEAST_MS = 3_600_000;

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Two notes of one process, the earlier first. */
export function joined(earlier: Contacts, later: Contacts): Contacts {
  const between = later.firstAt.getTime() - earlier.lastAt.getTime();
  return {
    firstAt: earlier.firstAt,
    lastAt: later.lastAt,
    gapMs: Math.max(earlier.gapMs, later.gapMs, between),
  };
}

/** What is known after these contacts. Another process may have stored later ones already. */
export function withContacts(
  known: Pick<TargetContact, 'lastAt' | 'gaps'> | undefined,
  { firstAt, lastAt, gapMs }: Contacts,
): Pick<TargetContact, 'lastAt' | 'gaps'> {
  const before = known?.lastAt ?? null;
  const gaps = known?.gaps ?? [];
  const since = before === null ? 0 : firstAt.getTime() - before.getTime();
  const seconds = Math.floor(Math.max(gapMs, since, 0) / 1000);
  const latest = before !== null && before > lastAt ? before : lastAt;
  return { lastAt: latest, gaps: withGap(gaps, { day: dayOf(lastAt), seconds }) };
}

function withGap(gaps: readonly DayGap[], gap: DayGap): DayGap[] {
  const same = gaps.find(({ day }) => day === gap.day);
  const others = gaps.filter(({ day }) => day !== gap.day);
  const longest = same !== undefined && same.seconds > gap.seconds ? same : gap;
  return [longest, ...others].sort((one, other) => (one.day < other.day ? 1 : -1)).slice(0, DAYS + 1);
}

/**
 * The median of the longest gaps of the last days; undefined until there are three. The day that is not over is left
 * out.
 */
export function usualGapMs(gaps: readonly DayGap[], now: Date): number | undefined {
  const whole = gaps.filter(({ day }) => day < dayOf(now)).slice(0, DAYS);
  if (whole.length < FEWEST_DAYS) return undefined;
  const sorted = whole.map(({ seconds }) => seconds).sort((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000;
}

/** @param mostMs the limit of alerts, which a learned one never exceeds */
export function learnedLimitMs(usualMs: number, mostMs: number): number {
  return Math.min(Math.max(PATIENCE * usualMs, LEAST_MS), mostMs);
}
