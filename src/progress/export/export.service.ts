import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { changedAtText } from '../document-text.js';
import { ExportRepository, type ExportRow, type Place, type WalkFilter } from './export.repository.js';
import { DEFAULT_LIMIT, type ProgressQueryDto } from './progress-query.dto.js';

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
const HOUR_MS = 3_600_000;
/** How long a walk may take after the first change that it does not show. */
const WALK_HOURS = 48;
/** How long superseded places are kept: an hour more, for clocks that differ. */
export const PLACES_KEPT_MS = (WALK_HOURS + 1) * HOUR_MS;

interface CursorContent {
  /** A digest of the query's filter. */
  readonly query: string;
  readonly since: number;
  readonly until: number;
  readonly place: Place;
}

/** One page, ready to be sent. */
export interface ExportPage {
  /**
   * Changes whenever the bytes could differ. It is weak (RFC 9110, 8.8.1): the same for plain and compressed bytes, and
   * a page that is sent while records change may already show some of the changes.
   */
  readonly etag: string;
  /** The answer's body in pieces of a few dozen records. */
  chunks(): AsyncGenerator<Buffer>;
}

interface Walk {
  readonly filter: WalkFilter;
  readonly query: string;
  readonly after: Place | undefined;
}

/** Records that are being read, and whether it is stored who was given them. */
interface Chunk {
  readonly rows: Promise<ExportRow[]>;
  readonly isNoted: Promise<void>;
}

function digest(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** The progress export (contract, section 3). */
@Injectable()
export class ExportService {
  constructor(
    private readonly records: ExportRepository,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
    private readonly disclosures: DisclosureLog,
    private readonly keys: ServerKeys,
  ) {}

  /** @throws {ValidationFailed} when the cursor is of another tenant or another query, or too old */
  async page(scope: Scope, query: ProgressQueryDto): Promise<ExportPage> {
    const walk = await this.walkOf(scope, query, await this.records.lastStamp(scope));
    const limit = query.limit ?? DEFAULT_LIMIT;
    return {
      // nextCursor is signed with the server's key.
      etag: `W/"${digest(this.keys.current.text, scope.tenantId, walk, limit)}"`,
      chunks: () => this.write(scope, walk, limit),
    };
  }

  private async walkOf(scope: Scope, query: ProgressQueryDto, last: number): Promise<Walk> {
    const studentIds = query.studentId === undefined ? undefined : await this.idsOf(scope, query.studentId);
    const { includeRemoved: withRemoved = false } = query;
    const since = Math.max(0, query.since?.getTime() ?? 0);
    const name = digest([...(query.studentId ?? [])].sort(), since, withRemoved);
    const filter = { since, until: last, last, studentIds, withRemoved };
    if (query.cursor === undefined) return { filter, query: name, after: undefined };
    const content = decodeCursor(this.keys, scope.tenantId, query.cursor) as CursorContent;
    if (content.query !== name)
      throw refuseCursor(
        'cursor belongs to a query with another studentId, since or includeRemoved; send the same ones with it',
      );
    // The age alone is not decisive: in a week without changes the last stamp is old when a walk begins.
    const oldest = nowOf(scope).getTime() - WALK_HOURS * HOUR_MS;
    if (content.until < oldest && (await this.records.changedBetween(scope, content.until, oldest))) {
      throw refuseCursor(
        `cursor is from before changes that are more than ${WALK_HOURS} hours old; begin again without one`,
      );
    }
    return {
      filter: { ...filter, since: content.since, until: content.until },
      query: name,
      after: content.place,
    };
  }

  /** The 950 IDs of the caller's IDs and legacyNumbers, without unknown ones. */
  private async idsOf(scope: Scope, references: readonly string[]): Promise<string[]> {
    const people = await this.people.find(scope, this.unitOfWork.single, references);
    return [...new Set(references.flatMap((reference) => people.get(reference)?.id ?? []))];
  }

  private async *write(scope: Scope, walk: Walk, limit: number): AsyncGenerator<Buffer> {
    let count = 0;
    let place = walk.after;
    let hasMore = false;
    yield Buffer.from('{"success":true,"data":[');
    // One more row than is sent shows whether there is another page.
    for await (const rows of this.chunksOf(scope, walk, limit + 1)) {
      const sent = rows.slice(0, limit - count);
      for (let from = 0; from < sent.length; from += PIECE_ROWS)
        yield join(sent.slice(from, from + PIECE_ROWS), count + from === 0);
      count += sent.length;
      place = placeOf(sent.at(-1)) ?? place;
      hasMore = rows.length > sent.length;
    }
    const nextCursor = hasMore && place !== undefined ? this.cursorOf(scope, walk, place) : null;
    const nextSince = new Date(walk.filter.until + 1).toISOString();
    yield Buffer.from(`],"meta":${JSON.stringify({ count, limit, hasMore, nextCursor, nextSince })}}`);
  }

  /**
   * The next records, at most `wanted`, of which the last one is not sent. A chunk is read while the client takes the
   * one before. Its people are stored while the client takes it, at the latest before the next chunk is sent, and those
   * of the last one before the answer ends: waiting for each chunk before it is sent takes 15 % of the rate.
   */
  private async *chunksOf(scope: Scope, walk: Walk, wanted: number): AsyncGenerator<ExportRow[]> {
    let left = wanted;
    let size = upTo(FIRST_ROWS, left);
    let isNotedBefore: Promise<void> | undefined;
    let next: Chunk | undefined = this.take(scope, walk, { after: walk.after, size, left });
    while (next !== undefined) {
      const { isNoted }: Chunk = next;
      const rows: ExportRow[] = await next.rows;
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

  private take(
    scope: Scope,
    walk: Walk,
    { after, size, left }: { after: Place | undefined; size: number; left: number },
  ): Chunk {
    const rows = this.read(scope, walk, after, size);
    const isNoted = rows.then((read) => {
      const sent = read.slice(0, left - 1).map(({ studentId }) => studentId);
      return this.disclosures.record(scope, 'export', sent);
    });
    // Both are awaited in the next round. When the client leaves before, a failure has no effect.
    rows.catch(() => undefined);
    isNoted.catch(() => undefined);
    return { rows, isNoted };
  }

  private read(
    scope: Scope,
    { filter }: Walk,
    after: Place | undefined,
    limit: number,
  ): Promise<ExportRow[]> {
    return filter.studentIds?.length === 0
      ? Promise.resolve([])
      : this.records.page(scope, filter, after, limit);
  }

  private cursorOf(scope: Scope, { filter, query }: Walk, place: Place): string {
    const content: CursorContent = { query, since: filter.since, until: filter.until, place };
    return encodeCursor(this.keys, scope.tenantId, content);
  }
}

/** Adds the row that only shows whether there is another page to the chunk before it. */
function upTo(rows: number, left: number): number {
  return left <= rows + 1 ? left : rows;
}

/** The number of records in a chunk, if the next ones are as long as these. */
function rowsWorth(rows: readonly ExportRow[]): number {
  const bytes = rows.reduce((sum, { text }) => sum + text.length, 0);
  return Math.min(MOST_ROWS, Math.ceil((CHUNK_BYTES * rows.length) / Math.max(bytes, 1)));
}

function placeOf(row: ExportRow | undefined): Place | undefined {
  return row === undefined ? undefined : { stamp: row.stamp, studentId: row.studentId };
}

/** Copies the stored bytes and appends the end of each record. */
function join(rows: readonly ExportRow[], isFirst: boolean): Buffer {
  const pieces: Buffer[] = [];
  let stamp: number | undefined;
  let end: Buffer | undefined;
  for (const { text, changedAt } of rows) {
    // Hundreds of consecutive records of one batch have the same stamp.
    if (end === undefined || changedAt !== stamp) end = Buffer.from(changedAtText(changedAt));
    stamp = changedAt;
    if (!isFirst || pieces.length > 0) pieces.push(COMMA);
    pieces.push(text, end);
  }
  return Buffer.concat(pieces);
}
