const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Who does it. `buffer`: rows of a process wait in its memory, and the process writes them. `each`: every process for
 * itself. `one`: the process that holds the lease of that name.
 */
export type WorkKind = 'buffer' | 'each' | 'one';

/**
 * At which stops of a sandbox's clock, when it is moved, the work is done for that tenant: wherever something falls
 * due, or once at the end.
 */
export type ClockStop = 'moment' | 'end';

/** One piece of the service's periodic or deferred work. */
export interface Work {
  /** Unique; also the name of its lease. */
  readonly name: string;
  readonly kind: WorkKind;
  /** Milliseconds from the beginning of one run to that of the next. */
  readonly every: number;
  /** Milliseconds without a successful run after which it is late. */
  readonly lateAfter: number;
  readonly does: string;
  readonly atClock?: ClockStop;
}

type Declared = Omit<Work, 'lateAfter'> & Partial<Pick<Work, 'lateAfter'>>;

function declared<const All extends readonly Declared[]>(all: All): All {
  return all;
}

/** All of it, in the order in which it is done when several fall due together: what a work needs comes before it. */
const DECLARED = declared([
  {
    name: 'database-clock',
    kind: 'each',
    every: 5 * SECOND,
    does: 'compares the clock of this process with that of the database',
  },
  {
    name: 'lost-commits',
    kind: 'each',
    every: 5 * SECOND,
    does: 'compares the commits that the database has acknowledged with those that it has',
  },
  {
    name: 'request-counts',
    kind: 'each',
    every: MINUTE,
    does: 'logs how many requests succeeded that have no line of their own',
  },
  {
    name: 'request-log',
    kind: 'buffer',
    every: SECOND,
    does: 'writes the request log',
    atClock: 'end',
  },
  {
    name: 'last-runs',
    kind: 'buffer',
    every: SECOND,
    does: 'writes which upload of people came last, of each series',
    atClock: 'end',
  },
  {
    name: 'sandbox-requests',
    kind: 'buffer',
    every: SECOND,
    does: 'writes what was asked of sandboxes',
    atClock: 'end',
  },
  {
    name: 'key-days',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'adds up the calls of each key, by day',
    atClock: 'end',
  },
  {
    name: 'sync-days',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'adds up what became of the items of each target system, by day',
    atClock: 'end',
  },
  {
    name: 'key-addresses',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'adds up the calls of each key, by address',
    atClock: 'end',
  },
  {
    name: 'run-counts',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'adds up the outcomes of each run',
    atClock: 'end',
  },
  {
    name: 'failed-rows',
    kind: 'buffer',
    every: SECOND,
    does: 'writes the rows that were refused',
    atClock: 'end',
  },
  {
    name: 'provisioning-days',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'adds up the outcomes of posted people, by day',
    atClock: 'end',
  },
  {
    name: 'disclosures',
    kind: 'buffer',
    every: SECOND,
    does: 'writes who was given data about whom',
    atClock: 'end',
  },
  {
    name: 'feed-readers',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'writes how far readers of the feed of changes have come',
    atClock: 'end',
  },
  {
    name: 'target-contacts',
    kind: 'buffer',
    every: 5 * SECOND,
    does: 'writes when connectors asked for items of each target system',
    atClock: 'end',
  },
  {
    name: 'review-events',
    kind: 'each',
    every: SECOND,
    does: 'delivers review events that were not delivered at once',
    atClock: 'moment',
  },
  {
    name: 'sync-leases',
    kind: 'each',
    every: SECOND,
    does: 'ends leases that have run out, and delays that are over',
    atClock: 'moment',
  },
  {
    name: 'waiting-claims',
    kind: 'each',
    every: SECOND / 2,
    does: 'wakes claims that wait for what another process has queued',
    atClock: 'moment',
  },
  {
    name: 'waiting-readers',
    kind: 'each',
    every: SECOND / 2,
    does: 'wakes readers of the feed of changes who wait for what another process has committed',
    atClock: 'moment',
  },
  {
    name: 'progress-rebuild',
    kind: 'one',
    every: 5 * SECOND,
    lateAfter: HOUR,
    does: 'draws records again after a change of settings',
  },
  {
    name: 'milestone-renames',
    kind: 'one',
    every: 5 * SECOND,
    lateAfter: HOUR,
    does: 'gives milestones of students the names that their template has now',
  },
  {
    name: 'pacing-sweep',
    kind: 'one',
    every: 15 * MINUTE,
    does: 'draws the records again whose pacing a new day may change, or that a version before has written',
    atClock: 'moment',
  },
  {
    name: 'user-places-forget',
    kind: 'one',
    every: HOUR,
    does: 'deletes former places of people in the order of changes that no walk needs',
  },
  {
    name: 'namings-fold',
    kind: 'one',
    every: 10 * SECOND,
    does: 'puts together whom the batches of each run have named',
  },
  {
    name: 'namings-forget',
    kind: 'one',
    every: HOUR,
    does: 'forgets in which run of long ago people were named',
  },
  {
    name: 'retention-sweep',
    kind: 'one',
    every: HOUR,
    lateAfter: 12 * HOUR,
    does: 'removes what is older than the settings of its tenant say',
    atClock: 'end',
  },
  {
    name: 'erasures',
    kind: 'one',
    every: 2 * SECOND,
    lateAfter: 6 * HOUR,
    does: 'erases what is left of people after the call that erased them',
  },
  {
    name: 'rate-windows-sweep',
    kind: 'one',
    every: 10 * MINUTE,
    does: 'deletes windows of rate limits that have ended',
  },
  {
    name: 'review-events-forget',
    kind: 'one',
    every: HOUR,
    does: 'forgets review events that may not be repeated any more',
  },
  {
    name: 'sync-claims-forget',
    kind: 'one',
    every: HOUR,
    does: 'forgets ended claims, and counters and contacts of what no item has',
  },
  {
    name: 'sandbox-sweep',
    kind: 'one',
    every: MINUTE,
    lateAfter: HOUR,
    does: 'deletes sandboxes whose time is over, and templates that are not used',
  },
  {
    name: 'sandbox-clocks',
    kind: 'each',
    every: 15 * SECOND,
    does: 'continues the move of a sandbox clock whose process has ended',
  },
  {
    name: 'alert-checks',
    kind: 'one',
    every: MINUTE,
    does: 'looks for what needs an administrator, and opens and ends alerts',
    atClock: 'end',
  },
  {
    name: 'alert-mail',
    kind: 'each',
    every: 5 * SECOND,
    does: 'sends the messages of alerts by mail',
  },
  {
    name: 'alert-posts',
    kind: 'each',
    every: 5 * SECOND,
    does: 'posts the messages of alerts to webhooks',
  },
  {
    name: 'background-runs',
    kind: 'each',
    every: 15 * SECOND,
    does: 'writes when each of these ran last, for this list',
  },
]);

/** The names of the list, and those of one kind. */
export type WorkName<Kind extends WorkKind = WorkKind> = Extract<
  (typeof DECLARED)[number],
  { readonly kind: Kind }
>['name'];

const SHORTEST_LATE = 5 * MINUTE;
const LATE_INTERVALS = 4;

/** The periodic and deferred work of the service. */
export const WORK: readonly Work[] = DECLARED.map((work: Declared) => ({
  lateAfter: Math.max(SHORTEST_LATE, LATE_INTERVALS * work.every),
  ...work,
}));
