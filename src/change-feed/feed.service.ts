import { Injectable } from '@nestjs/common';

import { FeedExpired } from '../errors/change-feed.errors.js';
import { InsufficientScope } from '../errors/tenancy.errors.js';
import { ServerKeys } from '../secrets/server-keys.js';
import { isSandboxId } from '../tenancy/credentials/secrets.js';
import { LostCommits } from '../tenancy/lost-commits/lost-commits.js';
import type { Scope } from '../tenancy/scope.js';
import { TenancyService, UnknownName } from '../tenancy/tenants/tenancy.service.js';
import { ChangeEventsRepository, type FeedRow } from './change-events.repository.js';
import { CHANGE_TYPES, type ChangeType, FEED_SCOPES, type FeedScope, TYPE_NAMES } from './change-types.js';
import {
  EARLIEST,
  type FeedPlace,
  type GivenPlace,
  keptSince,
  LAST_ORDINAL,
  placeOf,
  textOfPlace,
} from './feed-place.js';
import { FeedWaiters } from './feed-waiters.js';
import { type UnpackedEvent, unpack } from './packed-events.js';
import { FeedReaders } from './readers/feed-readers.js';

/** Rows of the first query. Most readers are at the end of the feed; a row may have a thousand events. */
const FIRST_ROWS = 4;
/** A few megabytes, and some tens of milliseconds to unpack. */
const MOST_ROWS = 64;
/** A reader of few types gets an empty page after so many rows, and goes on behind them. */
const MOST_OF_PAGE = 2000;
/** Events of which an administrator's page picks out its own in one call: some tens of milliseconds. */
const MOST_WATCHED = 5000;
/** How often a waiting reader asks whether its key still works; so it does before it is handed events. */
const READMITTED_MS = 5000;

export interface FeedQuery {
  /** Absent: nothing but the place of now. */
  readonly after?: string | undefined;
  /** Absent: all that the credential may read. */
  readonly types?: readonly ChangeType[] | undefined;
  readonly limit: number;
  readonly waitSeconds: number;
}

export interface FeedEvent extends UnpackedEvent, FeedPlace {
  readonly at: Date;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  readonly nextAfter: string;
  readonly hasMore: boolean;
}

/** What an administrator's page is about: a person, a run, or everything. */
export interface Watched {
  readonly userId?: string | undefined;
  readonly run?: string | undefined;
}

/** Events of what is watched; there may be more of them than `events` has. */
export interface WatchedEvents extends FeedPage {
  readonly count: number;
}

/** What is looked for, from which place on. */
interface Search {
  readonly place: GivenPlace;
  readonly types: ReadonlySet<ChangeType>;
  readonly scopes: readonly FeedScope[];
  readonly limit: number;
  /** Whether the reader begins with what is kept, and so does not miss what was forgotten. */
  readonly isFromEarliest: boolean;
}

interface Found {
  readonly events: readonly FeedEvent[];
  readonly place: GivenPlace;
  readonly hasMore: boolean;
}

/** The feed of changes (contract, section 14). */
@Injectable()
export class FeedService {
  constructor(
    private readonly events: ChangeEventsRepository,
    private readonly waiters: FeedWaiters,
    private readonly readers: FeedReaders,
    private readonly tenancy: TenancyService,
    private readonly lost: LostCommits,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * The events behind a place, in the order of commits; waits for a first one as long as the caller asks.
   * @param gone aborted when the caller has hung up
   * @throws {InsufficientScope} when the credential may not read a type that it names
   * @throws {ValidationFailed} when `after` was never handed out
   * @throws {FeedExpired} when events behind the place are kept no longer, or commits were lost since it was handed out
   */
  async read(scope: Scope, query: FeedQuery, gone: AbortSignal): Promise<FeedPage> {
    const types = typesFor(scope, query.types);
    const { after, limit } = query;
    const scopes = scopesOf(types);
    if (after === undefined) return this.handOut(scope, scopes, await this.nothingYet(scope));
    const search = { ...(await this.from(scope, after)), types, scopes, limit };
    const found =
      query.waitSeconds === 0
        ? await this.find(scope, search)
        : await this.findUntilThere(scope, search, query.waitSeconds, gone);
    return this.handOut(scope, scopes, found);
  }

  /**
   * The newest events behind a place that are about a person or a run, for an administrator.
   * @param after absent: nothing but the place of now
   * @throws {ValidationFailed} when `after` was never handed out
   * @throws {FeedExpired} when events behind the place are kept no longer, or commits were lost since it was handed out
   */
  async watch(
    scope: Scope,
    watched: Watched,
    after: string | undefined,
    most: number,
  ): Promise<WatchedEvents> {
    if (after === undefined) return { ...this.pageOf(scope, await this.nothingYet(scope)), count: 0 };
    const types = new Set(TYPE_NAMES);
    const from = await this.from(scope, after);
    const search = { ...from, types, scopes: FEED_SCOPES, limit: MOST_WATCHED };
    const found = await this.find(scope, search);
    const events = found.events.filter((event) => isAbout(event, watched));
    return { ...this.pageOf(scope, { ...found, events: events.slice(-most) }), count: events.length };
  }

  private async from(scope: Scope, after: string): Promise<Pick<Search, 'place' | 'isFromEarliest'>> {
    if (after !== EARLIEST) return { isFromEarliest: false, place: placeOf(this.keys, scope, after) };
    return { isFromEarliest: true, place: { ...beforeKept(scope), lostUpTo: await this.lost.upTo(scope) } };
  }

  /** Until something is there, the caller is gone, the process ends or the time is over. */
  private async findUntilThere(
    scope: Scope,
    search: Search,
    waitSeconds: number,
    gone: AbortSignal,
  ): Promise<Found> {
    const deadline = performance.now() + waitSeconds * 1000;
    const waiter = this.waiters.begin(scope);
    try {
      for (let { place } = search; ;) {
        const found = await this.find(scope, { ...search, place });
        let left = deadline - performance.now();
        if (found.events.length > 0 || found.hasMore || left <= 0) return found;
        let isCalled = false;
        for (; !isCalled && left > 0; left = deadline - performance.now()) {
          if (gone.aborted || this.waiters.isStopping) return found;
          isCalled = await waiter.sleep(Math.min(left, READMITTED_MS), gone);
          await scope.readmit?.();
        }
        // What was committed at this moment is read by the next call.
        if (!isCalled) return found;
        if (isSandboxId(scope.tenantId)) await this.demandNoReset(scope);
        ({ place } = found);
      }
    } finally {
      this.waiters.end(scope, waiter);
    }
  }

  /** @throws {FeedExpired} when the sandbox was reset or removed during the call */
  private async demandNoReset({ tenantId, tenant }: Scope): Promise<void> {
    const stored = await this.tenancy.findTenant(tenantId).catch(unlessUnknown);
    if (stored?.status !== 'active' || stored.resets !== tenant.resets) throw FeedExpired.byReset();
  }

  /** Places move over what is read, never to an end that an empty answer suggests. */
  private async find(scope: Scope, search: Search): Promise<Found> {
    const events: FeedEvent[] = [];
    let { place } = search;
    const { lostUpTo } = place;
    let size = FIRST_ROWS;
    for (let read = 0; read < MOST_OF_PAGE;) {
      const rows = await this.events.after(scope, place, search.scopes, size + 1);
      await this.demandKept(scope, { ...search, place }, rows);
      for (const row of rows) {
        for (const event of wantedOf(row, place, search.types)) {
          if (events.length === search.limit)
            return { events, place: { ...(events.at(-1) ?? place), lostUpTo }, hasMore: true };
          events.push(event);
        }
        place = { stamp: row.stamp, ordinal: row.lastOrdinal, print: row.print ?? undefined, lostUpTo };
      }
      if (rows.length <= size) return { events, place, hasMore: false };
      read += rows.length;
      size = Math.min(size * 4, MOST_ROWS);
    }
    return { events, place, hasMore: true };
  }

  /**
   * Asked when the rows are known: what was committed after a loss is in none without the loss being found here, or by
   * the next call.
   * @throws {FeedExpired} when events behind the place were forgotten, or commits were lost since it was handed out
   */
  private async demandKept(scope: Scope, search: Search, rows: readonly FeedRow[]): Promise<void> {
    const { place, isFromEarliest } = search;
    if (!isFromEarliest && rows.some(({ events }) => events === null))
      throw FeedExpired.byAge(scope.tenant.retention.eventDays);
    if (!isThere(place, rows[0])) await this.demandThere(scope, search);
    if ((await this.lost.upTo(scope)) > place.lostUpTo) throw FeedExpired.byLoss();
  }

  /** @throws {FeedExpired} when what the place is behind is not there */
  private async demandThere(scope: Scope, { place, scopes }: Search): Promise<void> {
    // A killed statement may answer with no rows (docs/decisions/0041).
    const [row] = await this.events.after(scope, place, scopes, 1);
    if (isThere(place, row)) return;
    // The sweep has removed it meanwhile; it leaves the newest row that it has emptied.
    if (row?.print === null || place.stamp < keptSince(scope))
      throw FeedExpired.byAge(scope.tenant.retention.eventDays);
    if (isSandboxId(scope.tenantId)) await this.demandNoReset(scope);
    const kept = await this.events.newestBefore(scope.tenantId, place.stamp);
    await this.lost.noticed(scope, { ...place, kept: kept?.stamp ?? 0 });
    throw FeedExpired.byLoss();
  }

  /** Behind everything that is committed now. */
  private async nothingYet(scope: Scope): Promise<Found> {
    const lostUpTo = await this.lost.upTo(scope);
    const place = (await this.events.newest(scope.tenantId)) ?? { stamp: 0, ordinal: LAST_ORDINAL };
    return { events: [], place: { ...place, lostUpTo }, hasMore: false };
  }

  private handOut(scope: Scope, scopes: readonly FeedScope[], found: Found): FeedPage {
    this.readers.note(scope, found.place, scopes);
    return this.pageOf(scope, found);
  }

  private pageOf(scope: Scope, { events, place, hasMore }: Found): FeedPage {
    return { events, nextAfter: textOfPlace(this.keys, scope, place), hasMore };
  }
}

/** Whether the row of a place has the events that were there when the place was handed out. */
function isThere({ stamp, print }: FeedPlace, row: FeedRow | undefined): boolean {
  if (print === undefined) return true;
  return row?.stamp === stamp && (row.print === null || row.print === print);
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof UnknownName)) throw error;
}

function beforeKept(scope: Scope): FeedPlace {
  return { stamp: Math.max(0, keptSince(scope) - 1), ordinal: LAST_ORDINAL };
}

/** @throws {InsufficientScope} when the credential may not read one of these */
function typesFor({ scopes = [] }: Scope, wanted: readonly ChangeType[] | undefined): Set<ChangeType> {
  const mayRead = (type: ChangeType): boolean => scopes.includes(CHANGE_TYPES[type]);
  const refused = wanted?.find((type) => !mayRead(type));
  if (refused !== undefined) throw new InsufficientScope(CHANGE_TYPES[refused]);
  return new Set(wanted ?? TYPE_NAMES.filter(mayRead));
}

function scopesOf(types: ReadonlySet<ChangeType>): FeedScope[] {
  return FEED_SCOPES.filter((scope) => [...types].some((type) => CHANGE_TYPES[type] === scope));
}

function isAbout({ type, subject, data }: FeedEvent, { userId, run }: Watched): boolean {
  const { userIds } = data;
  const isOfUser =
    userId === undefined || subject === userId || (Array.isArray(userIds) && userIds.includes(userId));
  return (
    isOfUser && (run === undefined || data.run === run || (type === 'run.finished.v1' && subject === run))
  );
}

function wantedOf(
  { stamp, lastOrdinal, at, events, print }: FeedRow,
  after: FeedPlace,
  types: ReadonlySet<ChangeType>,
): FeedEvent[] {
  if (events === null || events === '') return [];
  return unpack(events, lastOrdinal, types)
    .filter(({ ordinal }) => stamp > after.stamp || ordinal > after.ordinal)
    .map((event) => ({ stamp, at, print: print ?? undefined, ...event }));
}
