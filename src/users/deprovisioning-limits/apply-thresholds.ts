import type { DeprovisioningPause, DeprovisioningSettings, Threshold } from '../../settings/settings.js';
import { type CountedHour, counting, hourOf, roomFor, useOf, withinADay } from './allowance.js';
import { ALL_RUNS, type DeprovisioningWindow } from './deprovisioning-window.entity.js';
import type { Asked, HoldIds, HoldsAndCounts } from './holds-and-counts.js';
import type { ThresholdBreach } from '../model/outcome.js';

const DAY_MS = 86_400_000;

/** What becomes of people who are to be de-provisioned. */
export interface Thresholded {
  /** The people who are held until an administrator decides. */
  readonly held: HoldIds;
  /** The people who are beyond a threshold and de-provisioned nevertheless. */
  readonly warned: ReadonlySet<string>;
  /** How many people this batch has put beyond a threshold. */
  readonly over: number;
  /** The thresholds that this batch has passed and that had not been passed within the day before. */
  readonly passed: readonly ThresholdBreach[];
  /** The thresholds that each of these people is beyond; without people who were held before. */
  readonly beyond: ReadonlyMap<string, readonly ThresholdBreach[]>;
  /** The pause that holds now. */
  readonly pause?: DeprovisioningPause;
}

export const NOTHING: Thresholded = {
  held: new Map<string, string>(),
  warned: new Set<string>(),
  over: 0,
  passed: [],
  beyond: new Map<string, readonly ThresholdBreach[]>(),
};

interface Limited {
  readonly window: DeprovisioningWindow;
  readonly threshold: Threshold;
}

function thresholdsOf(
  { perRun, perDay }: DeprovisioningSettings,
  run: string | undefined,
): Map<string, Threshold> {
  const thresholds = new Map<string, Threshold>();
  if (perDay !== null) thresholds.set(ALL_RUNS, perDay);
  if (perRun !== null && run !== undefined) thresholds.set(run, perRun);
  return thresholds;
}

/** The windows with the hours that count now. Active people are counted once an hour, when the hour is added. */
async function openWindows(
  holdsAndCounts: HoldsAndCounts,
  thresholds: ReadonlyMap<string, Threshold>,
  now: Date,
): Promise<Limited[]> {
  const stored = await holdsAndCounts.windows([...thresholds.keys()]);
  const hour = hourOf(now);
  const begun = ({ hours }: DeprovisioningWindow): boolean => (hours.at(-1)?.hour ?? 0) >= hour;
  const active = stored.every(begun) ? 0 : await holdsAndCounts.activePeople();
  const beginning: CountedHour = { hour, people: 0, active };
  return stored.flatMap((window) => {
    const threshold = thresholds.get(window.run);
    if (threshold === undefined) return [];
    const hours = withinADay(begun(window) ? window.hours : [...window.hours, beginning], now);
    return [{ threshold, window: { ...window, hours } }];
  });
}

function roomOf({ window, threshold }: Limited): number {
  return roomFor(threshold, useOf(window.hours));
}

function breachOf({ window, threshold }: Limited): ThresholdBreach {
  return { run: window.run === ALL_RUNS ? null : window.run, threshold, ...useOf(window.hours) };
}

/** People who are held do not count against a wider threshold; people who are de-provisioned do. */
function limitsBeyond(
  limits: readonly Limited[],
  over: readonly Asked[],
  room: number,
  holds: boolean,
): Thresholded['beyond'] {
  return new Map(
    over.map(({ userId }, index) => {
      const place = holds ? room : room + index;
      return [userId, limits.filter((limit) => roomOf(limit) <= place).map(breachOf)];
    }),
  );
}

/** An administrator is notified of a passed threshold once a day. */
function isNotified({ passedAt }: DeprovisioningWindow, now: Date): boolean {
  return passedAt !== null && now.getTime() - passedAt.getTime() < DAY_MS;
}

/** Holds all of these people; none of them counts against a threshold. */
async function holdAll(
  holdsAndCounts: HoldsAndCounts,
  asked: readonly Asked[],
  open: HoldIds,
  { pause, now }: { readonly pause: DeprovisioningPause; readonly now: Date },
): Promise<Thresholded> {
  const fresh = asked
    .filter(({ userId }) => !open.has(userId))
    .map((one): Asked => ({ ...one, reason: 'pause' }));
  const held = fresh.length === 0 ? new Map<string, string>() : await holdsAndCounts.hold(fresh, now);
  return { ...NOTHING, held: new Map([...open, ...held]), pause };
}

/**
 * De-provisions as many of these people as the thresholds allow, in their order, and holds the others or de-provisions
 * them with a warning. Within a pause all are held. A person who is held already stays held, and does not count again;
 * whom a pause has held stays so whatever the mode is.
 */
export async function applyThresholds(
  holdsAndCounts: HoldsAndCounts,
  settings: DeprovisioningSettings,
  run: string | undefined,
  asked: readonly Asked[],
  { pause, now }: { readonly pause: DeprovisioningPause | undefined; readonly now: Date },
): Promise<Thresholded> {
  if (asked.length === 0) return NOTHING;
  const holds = settings.mode === 'hold';
  const open = await holdsAndCounts.open(
    asked.map(({ userId }) => userId),
    holds || pause !== undefined ? {} : { reason: 'pause' },
  );
  await holdsAndCounts.confirm(
    asked
      .filter(({ userId, cause = null }) => cause === null && open.has(userId))
      .map(({ userId }) => userId),
  );
  if (pause !== undefined) return holdAll(holdsAndCounts, asked, open, { pause, now });
  const fresh = asked.filter(({ userId }) => !open.has(userId));
  if (fresh.length === 0) return { ...NOTHING, held: open };

  const limits = await openWindows(holdsAndCounts, thresholdsOf(settings, run), now);
  const room = Math.min(...limits.map(roomOf));
  const over = fresh.slice(Math.min(room, fresh.length));
  const went = holds ? fresh.length - over.length : fresh.length;
  // People who are held do not count against a wider threshold.
  const wanted = holds ? Math.min(fresh.length, room + 1) : fresh.length;
  const passed = limits.filter((limit) => roomOf(limit) < wanted && !isNotified(limit.window, now));
  await holdsAndCounts.keep(
    limits.map((limit) => {
      const { window } = limit;
      const passedAt = passed.includes(limit) ? now : window.passedAt;
      return { ...window, passedAt, hours: counting(window.hours, went) };
    }),
  );
  const beyond = limitsBeyond(limits, over, room, holds);
  const waiting = holds ? over.map((one) => ({ ...one, beyond: beyond.get(one.userId) ?? [] })) : [];
  const held = waiting.length === 0 ? new Map<string, string>() : await holdsAndCounts.hold(waiting, now);
  return {
    held: new Map([...open, ...held]),
    warned: new Set(holds ? [] : over.map(({ userId }) => userId)),
    over: over.length,
    passed: passed.map(breachOf),
    beyond,
  };
}
