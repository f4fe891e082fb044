import type { DeprovisioningPause, DeprovisioningSettings, Threshold } from '../../settings/settings.js';
import type { CountedHour } from './allowance.js';
import { hourOf } from './allowance.js';
import { applyThresholds, NOTHING, type Thresholded } from './apply-thresholds.js';
import { ALL_RUNS, type DeprovisioningWindow } from './deprovisioning-window.entity.js';
import type { Asked, HoldIds, HoldKind, HoldsAndCounts } from './holds-and-counts.js';
import { NO_REJECTIONS } from './rejections.js';

const NOW = new Date('2026-09-02T02:15:00Z');
const HOUR = hourOf(NOW);
const DAY_MS = 86_400_000;
const PAUSE: DeprovisioningPause = { from: '2026-09-01', until: '2026-09-03', note: 'migration' };
const ACTIVE = 40;

/** Windows and holds as the tables have them; a hold has the ID of its user after `hold-`. */
class Counts implements HoldsAndCounts {
  readonly held: Asked[] = [];
  readonly confirmed: string[] = [];
  readonly kept: DeprovisioningWindow[] = [];
  kind: HoldKind | undefined;
  isActiveCounted = false;

  constructor(
    private readonly holds: readonly string[],
    private readonly counted: Readonly<Record<string, Partial<DeprovisioningWindow>>>,
  ) {}

  open(userIds: readonly string[], kind: HoldKind): Promise<HoldIds> {
    this.kind = kind;
    const open = userIds.filter((id) => this.holds.includes(id));
    return Promise.resolve(new Map(open.map((id) => [id, `open-${id}`])));
  }

  confirm(userIds: readonly string[]): Promise<void> {
    this.confirmed.push(...userIds);
    return Promise.resolve();
  }

  rejected(): Promise<typeof NO_REJECTIONS> {
    return Promise.resolve(NO_REJECTIONS);
  }

  windows(runs: readonly string[]): Promise<DeprovisioningWindow[]> {
    const blank = { tenantId: 'tenant', hours: [], passedAt: null };
    return Promise.resolve(runs.map((run) => ({ ...blank, run, ...this.counted[run] })));
  }

  keep(windows: readonly DeprovisioningWindow[]): Promise<void> {
    this.kept.push(...windows);
    return Promise.resolve();
  }

  activePeople(): Promise<number> {
    this.isActiveCounted = true;
    return Promise.resolve(ACTIVE);
  }

  hold(asked: readonly Asked[]): Promise<HoldIds> {
    if (asked.length === 0) throw new Error('There is no one to be held');
    this.held.push(...asked);
    return Promise.resolve(new Map(asked.map(({ userId }) => [userId, `hold-${userId}`])));
  }

  withdraw(): Promise<void> {
    return Promise.resolve();
  }
}

interface Given {
  readonly mode?: DeprovisioningSettings['mode'];
  readonly perRun?: Threshold | null;
  readonly perDay?: Threshold | null;
  readonly run?: string;
  readonly pause?: DeprovisioningPause;
  /** The people, one letter each. */
  readonly people?: string;
  /** Those of them who became inactive because a run did not name them. */
  readonly absent?: string;
  readonly holds?: string;
  readonly counted?: Readonly<Record<string, Partial<DeprovisioningWindow>>>;
}

const most = (count: number): Threshold => ({ count, percent: null });
const used = (people: number, ago = 1, active = 100): CountedHour => ({ hour: HOUR - ago, people, active });

async function apply(given: Given): Promise<{ result: Thresholded; counts: Counts }> {
  const { mode = 'hold', perRun = null, perDay = null, run = 'nightly', pause, people = 'abc' } = given;
  const counts = new Counts([...(given.holds ?? '')], given.counted ?? {});
  const asked = [...people].map((userId): Asked => {
    const cause = given.absent?.includes(userId) === true ? { cause: 'absent' as const } : {};
    return { userId, requestId: 'r', isRowUnchanged: false, ...cause };
  });
  const named = run === '' ? undefined : run;
  const result = await applyThresholds(counts, { mode, perRun, perDay }, named, asked, { pause, now: NOW });
  return { result, counts };
}

/** What becomes of the people: `a b? [c]` is one who goes, one who goes with a warning, and one who is held. */
function fates({ held, warned }: Thresholded, people = 'abc'): string {
  return [...people].map((id) => (held.has(id) ? `[${id}]` : warned.has(id) ? `${id}?` : id)).join(' ');
}

describe('people who are to be de-provisioned', () => {
  const night = { nightly: { hours: [used(1)] } };

  it.each<[string, Given, string, over: number, counted: number[]]>([
    ['go without a threshold', {}, 'a b c', 0, []],
    ['go below the threshold', { perDay: most(3) }, 'a b c', 0, [3]],
    ['go as far as the threshold lets them', { perDay: most(2) }, 'a b [c]', 1, [2]],
    ['go beyond it with a warning', { perDay: most(2), mode: 'observe' }, 'a b c?', 1, [3]],
    ['are all held where no one may go', { perDay: most(0) }, '[a] [b] [c]', 3, [0]],
    [
      'count with those of the hours before',
      { perDay: most(2), counted: { '': { hours: [used(1)] } } },
      'a [b] [c]',
      2,
      [2],
    ],
    ['count with those of their run', { perRun: most(2), counted: night }, 'a [b] [c]', 2, [2]],
    ['do not count for a run without one', { perRun: most(1), run: '' }, 'a b c', 0, []],
    [
      'go as far as the narrower threshold lets them',
      { perRun: most(1), perDay: most(2) },
      'a [b] [c]',
      2,
      [1, 1],
    ],
    ['go by the narrower one, whichever it is', { perRun: most(2), perDay: most(1) }, 'a [b] [c]', 2, [1, 1]],
    [
      'go by the percentage of those who are active',
      { perDay: { count: null, percent: 5 } },
      'a b [c]',
      1,
      [2],
    ],
    [
      'go by the percentage of those who were active at the beginning',
      { perDay: { count: null, percent: 1 }, counted: { '': { hours: [used(0, 1, 299)] } } },
      'a b [c]',
      1,
      [2],
    ],
    [
      'do not count with those of the day before',
      { perDay: most(2), counted: { '': { hours: [used(9, 24)] } } },
      'a b [c]',
      1,
      [2],
    ],
    ['stay held who are, and do not count', { perDay: most(1), holds: 'a' }, '[a] b [c]', 1, [1]],
    ['stay held, all of them', { perDay: most(1), holds: 'abc' }, '[a] [b] [c]', 0, []],
  ])('%s', async (_, given, expected, over, counted) => {
    const { result, counts } = await apply(given);
    expect(fates(result)).toBe(expected);
    expect(result.over).toBe(over);
    expect(result.warned.size).toBe(given.mode === 'observe' ? over : 0);
    expect(counts.kept.map(({ hours }) => hours.reduce((sum, { people }) => sum + people, 0))).toEqual(
      counted,
    );
  });

  it('are counted for all calls and for their run', async () => {
    const { counts } = await apply({ perRun: most(9), perDay: most(9) });
    expect(counts.kept.map(({ run }) => run)).toEqual([ALL_RUNS, 'nightly']);
  });

  it('may be none, and nothing is read then', async () => {
    const { result, counts } = await apply({ people: '', perDay: most(0), pause: PAUSE });
    expect(result).toBe(NOTHING);
    expect(counts.kind).toBeUndefined();
  });

  it.each<[string, CountedHour[], CountedHour[], boolean]>([
    ['that has not begun', [used(1)], [used(1), used(2, 0, ACTIVE)], true],
    ['that has begun', [used(1), used(1, 0, 99)], [used(1), used(3, 0, 99)], false],
    ['that is the first', [], [used(2, 0, ACTIVE)], true],
    ['before a clock was set back', [used(1, -1)], [used(3, -1)], false],
  ])('are added to an hour %s', async (_, hours, expected, isActiveCounted) => {
    const { counts } = await apply({ people: 'ab', perDay: most(9), counted: { '': { hours } } });
    expect(counts.kept).toMatchObject([{ hours: expected }]);
    expect(counts.isActiveCounted).toBe(isActiveCounted);
  });

  it('are counted with the active people, once the hour of one threshold has not begun', async () => {
    const counted = { '': { hours: [used(1, 0)] } };
    const { counts } = await apply({ perRun: most(9), perDay: most(9), counted });
    expect(counts.kept.map(({ hours }) => hours)).toEqual([[used(4, 0)], [used(3, 0, ACTIVE)]]);
  });
});

describe('the thresholds', () => {
  const [day, run] = [
    { run: null, threshold: most(2) },
    { run: 'nightly', threshold: most(1) },
  ];
  const both = { perRun: most(1), perDay: most(2) };

  it.each<[string, Given, Record<string, readonly object[]>]>([
    ['those beyond it, where others are held', both, { b: [run], c: [run] }],
    ['each of those who go', { ...both, mode: 'observe' }, { b: [run], c: [day, run] }],
    [
      'all of those who are held, where both are reached',
      { ...both, perRun: most(2) },
      { c: [day, { ...run, threshold: most(2) }] },
    ],
    ['no one who was held before', { ...both, holds: 'b' }, { c: [run] }],
  ])('name %s', async (_, given, beyond) => {
    const { result, counts } = await apply(given);
    const of = Object.fromEntries(result.beyond);
    expect(of).toMatchObject(beyond);
    expect(Object.keys(of)).toEqual(Object.keys(beyond));
    expect(counts.held.map(({ userId, beyond: stored }) => [userId, stored])).toEqual(
      given.mode === 'observe' ? [] : Object.entries(of),
    );
  });

  it('have how many had gone before, of how many', async () => {
    const { result } = await apply({ perDay: most(2), counted: { '': { hours: [used(1, 1, 77)] } } });
    expect(result.passed).toEqual([{ ...day, people: 1, active: 77 }]);
  });

  it.each<[string, Given, (string | null)[], (Date | null)[]]>([
    ['none that holds', { perDay: most(3) }, [], [null]],
    ['one that is passed', { perDay: most(2) }, [null], [NOW]],
    ['the narrower one alone, where others are held', both, ['nightly'], [null, NOW]],
    ['both, where all go', { ...both, mode: 'observe' }, [null, 'nightly'], [NOW, NOW]],
    ...[DAY_MS - 1, DAY_MS].map((ago): [string, Given, (string | null)[], (Date | null)[]] => {
      const passedAt = new Date(NOW.getTime() - ago);
      const isNamed = ago === DAY_MS;
      return [
        `one that was passed ${ago} ms ago: ${isNamed}`,
        { perDay: most(2), counted: { '': { passedAt } } },
        isNamed ? [null] : [],
        [isNamed ? NOW : passedAt],
      ];
    }),
  ])('are passed once a day: %s', async (_, given, passed, passedAt) => {
    const { result, counts } = await apply(given);
    expect(result.passed.map((one) => one.run)).toEqual(passed);
    expect(counts.kept.map((window) => window.passedAt)).toEqual(passedAt);
  });
});

describe('holds that are open', () => {
  it.each<[string, Given, HoldKind]>([
    ['all, where people are held', {}, {}],
    ['all, within a pause', { mode: 'observe', pause: PAUSE }, {}],
    ['those of a pause, where people are not held', { mode: 'observe' }, { reason: 'pause' }],
  ])('stay so: %s', async (_, given, kind) => {
    const { result, counts } = await apply({ ...given, people: 'a', holds: 'a' });
    expect(counts.kind).toEqual(kind);
    expect([...result.held]).toEqual([['a', 'open-a']]);
    expect(counts.held).toEqual([]);
  });

  it('are confirmed by callers who say that the person is inactive, and by no run that leaves them out', async () => {
    const { counts } = await apply({ holds: 'ab', absent: 'a' });
    expect(counts.confirmed).toEqual(['b']);
  });
});

describe('a pause', () => {
  it('holds whom no threshold would, and counts no one', async () => {
    const { result, counts } = await apply({ pause: PAUSE, holds: 'a', perDay: most(0) });
    expect(result).toEqual({
      warned: new Set(),
      over: 0,
      passed: [],
      beyond: new Map(),
      pause: PAUSE,
      held: new Map([
        ['a', 'open-a'],
        ['b', 'hold-b'],
        ['c', 'hold-c'],
      ]),
    });
    expect(counts.held.map(({ userId, reason }) => [userId, reason])).toEqual([
      ['b', 'pause'],
      ['c', 'pause'],
    ]);
    expect(counts.kept).toEqual([]);
  });
});
