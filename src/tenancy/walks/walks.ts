import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { ChangesLost } from '../../errors/change-feed.errors.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { DisclosureLog } from '../disclosure-log.js';
import { LostCommits } from '../lost-commits/lost-commits.js';
import type { Scope } from '../scope.js';
import { nowOf } from '../time/tenant-clock.js';
import { nextSinceOf } from './next-since.js';
import { changedAtText, type Place, type WalkRange, type WalkRow, type WalkSource } from './walk-source.js';

export const DEFAULT_LIMIT = 1000;
export const LARGEST_LIMIT = 5000;
/**
 * The bytes that one statement of a page reads; two such chunks are in memory at once. Node reads up to 2 MiB of an
 * answer before it runs other work: full records, of 4 kB, block the event loop for up to 32 ms when a statement reads
 * 1,000 of them, and for 16 ms with 250.
 */
const CHUNK_BYTES = 1024 * 1024;
/** Rows of the first chunk, when the size of the records is not known yet. */
const FIRST_ROWS = 250;
/** Rows of a chunk of short records. */
const MOST_ROWS = 1000;
/** Records that are written at once: other requests run between two pieces. */
const PIECE_ROWS = 50;
const COMMA = Buffer.from(',');
const NEWLINE = Buffer.from('\n');
const HOUR_MS = 3_600_000;
/** How long a walk may take after the first change that it does not show. */
const WALK_HOURS = 48;
/** How long superseded places are kept: an hour more, for clocks that differ. */
export const PLACES_KEPT_MS = (WALK_HOURS + 1) * HOUR_MS;

/** What is walked, as a caller asks for it. */
export interface WalkQuery<Filter> {
  /** Asked when the last stamp is known: what it finds later is of a later change, and comes with the next walk. */
  readonly filter: () => Promise<Filter>;
  /** What the caller asked for, `since` included; a cursor is of one query. */
  readonly asked: readonly unknown[];
  /** The names of the parameters that a cursor is bound to, for the message of a refusal. */
  readonly parameters: string;
  /** A stamp, see {@link sinceOf}. */
  readonly since: number;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** Besides the records, what an answer depends on. */
  readonly version?: string;
}

interface CursorContent {
  /** A digest of the query. */
  readonly query: string;
  readonly since: number;
  readonly until: number;
  /** The stamp, and the ID by the name that the source gives it. */
  readonly place: Readonly<Record<string, number | string>>;
}

/** One page, ready to be sent. */
export interface WalkPage {
  /**
   * Changes whenever the bytes could differ. It is weak (RFC 9110, 8.8.1): the same for plain and compressed bytes, and
   * a page that is sent while records change may already show some of the changes.
   */
  readonly etag: string;
  /** The answer's body in pieces of a few dozen records. */
  chunks(): AsyncGenerator<Buffer>;
}

interface Walk<Filter> {
  readonly source: WalkSource<Filter>;
  readonly filter: Filter;
  readonly range: WalkRange;
  readonly query: string;
  readonly after: Place | undefined;
  /** A stamp. */
  readonly nextSince: number;
}

/** Records that are being read, and whether it is stored who was given them. */
interface Chunk {
  readonly rows: Promise<WalkRow[]>;
  readonly isNoted: Promise<void>;
}

function digest(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * Walks records in the order in which they changed (contract, section 3): every record comes exactly once while data
 * changes, and no change is missed between two walks.
 */
@Injectable()
export class Walks {
  constructor(
    private readonly disclosures: DisclosureLog,
    private readonly keys: ServerKeys,
    private readonly lost: LostCommits,
  ) {}

  /**
   * @throws {ValidationFailed} when the cursor is of another tenant or another query, or too old
   * @throws {ChangesLost} when `since` or the cursor is from before the database lost changes
   */
  async page<Filter>(scope: Scope, source: WalkSource<Filter>, query: WalkQuery<Filter>): Promise<WalkPage> {
    const walk = await this.walkOf(scope, source, query);
    const { limit = DEFAULT_LIMIT, version } = query;
    const { filter, range, query: name, after, nextSince } = walk;
    // nextCursor is signed with the server's key.
    const parts = [this.keys.current.text, filter, range, name, after, nextSince, limit, version];
    return {
      etag: `W/"${digest(scope.tenantId, ...parts)}"`,
      chunks: () => this.write(scope, walk, limit),
    };
  }

  /** All records, one in each line, and `{ "meta": … }` as the last line. */
  async *lines<Filter>(
    scope: Scope,
    source: WalkSource<Filter>,
    query: WalkQuery<Filter>,
  ): AsyncGenerator<Buffer> {
    const walk = await this.walkOf(scope, source, query);
    let count = 0;
    for await (const rows of this.chunksOf(scope, walk, Infinity)) {
      for (let from = 0; from < rows.length; from += PIECE_ROWS) {
        const piece = rows.slice(from, from + PIECE_ROWS);
        yield Buffer.concat([join(piece, NEWLINE), NEWLINE]);
      }
      count += rows.length;
    }
    yield Buffer.from(`${JSON.stringify({ meta: { count, nextSince: momentOf(walk.nextSince) } })}\n`);
  }

  private async walkOf<Filter>(
    scope: Scope,
    source: WalkSource<Filter>,
    { filter: filterOf, asked, parameters, since, cursor }: WalkQuery<Filter>,
  ): Promise<Walk<Filter>> {
    const query = digest(...asked);
    if (cursor === undefined) {
      const range = { since, ...(await this.endOf(scope, source)) };
      const filter = await filterOf();
      await this.demandKept(scope, since - 1);
      const nextSince = nextSinceOf(range, nowOf(scope).getTime());
      return { source, filter, range, query, after: undefined, nextSince };
    }
    const last = await source.lastStamp(scope);
    const filter = await filterOf();
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as CursorContent;
    if (content.query !== query)
      throw refuseCursor(`cursor belongs to a query with another ${parameters}; send the same ones with it`);
    // The age alone is not decisive: in a week without changes the last stamp is old when a walk begins.
    const oldest = nowOf(scope).getTime() - WALK_HOURS * HOUR_MS;
    if (content.until < oldest && (await source.changedBetween(scope, content.until, oldest))) {
      throw refuseCursor(
        `cursor is from before changes that are more than ${WALK_HOURS} hours old; begin again without one`,
      );
    }
    await this.demandKept(scope, content.until);
    const range = { since: content.since, until: content.until, last };
    const { stamp, [source.idName]: id } = content.place;
    const after = { stamp: Number(stamp), id: String(id) };
    return { source, filter, range, query, after, nextSince: nextSinceOf(range, nowOf(scope).getTime()) };
  }

  /**
   * Up to where a walk that begins now goes. The last change may have a stamp that is refused, as it was made after a
   * loss and before that was recorded. Then the walk ends behind those stamps, so that its cursors and `nextSince` are
   * accepted: no change gets that stamp, and all up to it are committed, so that the last one is asked for again.
   */
  private async endOf<Filter>(
    scope: Scope,
    source: WalkSource<Filter>,
  ): Promise<Pick<WalkRange, 'until' | 'last'>> {
    let last = await source.lastStamp(scope);
    let until = last;
    for (;;) {
      const upTo = await this.lost.upTo(scope);
      if (until === 0 || until > upTo) return { until, last };
      last = await source.lastStamp(scope);
      until = Math.max(last, upTo + 1);
    }
  }

  /**
   * Asked when the last stamp is known: a stamp from after a loss is in no walk that does not find the loss here.
   * @throws {ChangesLost} when a caller may have a copy of changes that were lost
   */
  private async demandKept(scope: Scope, stamp: number): Promise<void> {
    if (stamp > 0 && stamp <= (await this.lost.upTo(scope))) throw new ChangesLost();
  }

  private async *write<Filter>(scope: Scope, walk: Walk<Filter>, limit: number): AsyncGenerator<Buffer> {
    let count = 0;
    let place = walk.after;
    let hasMore = false;
    yield Buffer.from('{"success":true,"data":[');
    // One more row than is sent shows whether there is another page.
    for await (const rows of this.chunksOf(scope, walk, limit + 1)) {
      const sent = rows.slice(0, limit - count);
      for (let from = 0; from < sent.length; from += PIECE_ROWS) {
        const piece = join(sent.slice(from, from + PIECE_ROWS), COMMA);
        yield count + from === 0 ? piece : Buffer.concat([COMMA, piece]);
      }
      count += sent.length;
      place = placeOf(sent.at(-1)) ?? place;
      hasMore = rows.length > sent.length;
    }
    const nextCursor = hasMore && place !== undefined ? this.cursorOf(scope, walk, place) : null;
    const meta = { count, limit, hasMore, nextCursor, nextSince: momentOf(walk.nextSince) };
    yield Buffer.from(`],"meta":${JSON.stringify(meta)}}`);
  }

  /**
   * The next records, at most `wanted`, of which the last one is not sent. A chunk is read while the client takes the
   * one before. Its people are stored while the client takes it, at the latest before the next chunk is sent, and those
   * of the last one before the answer ends: waiting for each chunk before it is sent takes 15 % of the rate.
   */
  private async *chunksOf<Filter>(
    scope: Scope,
    walk: Walk<Filter>,
    wanted: number,
  ): AsyncGenerator<WalkRow[]> {
    let left = wanted;
    let size = upTo(FIRST_ROWS, left);
    let isNotedBefore: Promise<void> | undefined;
    let next: Chunk | undefined = this.take(scope, walk, { after: walk.after, size, left });
    while (next !== undefined) {
      const { isNoted }: Chunk = next;
      const rows: WalkRow[] = await next.rows;
      left -= rows.length;
      const isLast = rows.length < size || left === 0;
      size = upTo(rowsWorth(rows), left);
      next = isLast ? undefined : this.take(scope, walk, { after: placeOf(rows.at(-1)), size, left });
      await isNotedBefore;
      isNotedBefore = isNoted;
      yield rows;
      await scope.readmit?.();
    }
    await isNotedBefore;
  }

  private take<Filter>(
    scope: Scope,
    { source, filter, range }: Walk<Filter>,
    { after, size, left }: { after: Place | undefined; size: number; left: number },
  ): Chunk {
    const rows = source.page(scope, filter, range, after, size);
    const isNoted = rows.then((read) => {
      const sent = read.slice(0, left - 1).map(({ id }) => id);
      return this.disclosures.record(scope, source.disclosure, sent);
    });
    // Both are awaited in the next round. When the client leaves before, a failure has no effect.
    rows.catch(() => undefined);
    isNoted.catch(() => undefined);
    return { rows, isNoted };
  }

  private cursorOf<Filter>(
    scope: Scope,
    { source, range, query }: Walk<Filter>,
    { stamp, id }: Place,
  ): string {
    const { since, until } = range;
    const content: CursorContent = { query, since, until, place: { stamp, [source.idName]: id } };
    return encodeCursor(this.keys, scope.tenantId, content);
  }
}

/** The first stamp that a walk shows. */
export function sinceOf(moment: Date | undefined): number {
  return Math.max(0, moment?.getTime() ?? 0);
}

function momentOf(stamp: number): string {
  return new Date(stamp).toISOString();
}

/** Adds the row that only shows whether there is another page to the chunk before it. */
function upTo(rows: number, left: number): number {
  return left <= rows + 1 ? left : rows;
}

/** The number of records in a chunk, if the next ones are as long as these. */
function rowsWorth(rows: readonly WalkRow[]): number {
  const bytes = rows.reduce((sum, { text }) => sum + text.length, 0);
  return Math.min(MOST_ROWS, Math.ceil((CHUNK_BYTES * rows.length) / Math.max(bytes, 1)));
}

function placeOf(row: WalkRow | undefined): Place | undefined {
  return row === undefined ? undefined : { stamp: row.stamp, id: row.id };
}

/** Copies the stored bytes and appends the end of each record. */
function join(rows: readonly WalkRow[], between: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let stamp: number | undefined;
  let end: Buffer | undefined;
  for (const { text, changedAt } of rows) {
    // Hundreds of consecutive records of one batch have the same stamp.
    if (end === undefined || changedAt !== stamp) end = Buffer.from(changedAtText(changedAt));
    stamp = changedAt;
    if (pieces.length > 0) pieces.push(between);
    pieces.push(text, end);
  }
  return Buffer.concat(pieces);
}
