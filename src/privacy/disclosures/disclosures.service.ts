import { Injectable } from '@nestjs/common';

import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { success, type Success } from '../../http/answers.js';
import { csvOf, type CsvValue } from '../../http/csv.js';
import { decodeCursor, encodeCursor } from '../../http/signed-cursor.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import {
  DEFAULT_LIMIT,
  type DisclosureDto,
  type DisclosuresExportQueryDto,
  type DisclosuresQueryDto,
  type PersonDisclosureDto,
  type PersonDisclosuresQueryDto,
  presentDisclosure,
  presentOfPerson,
} from './disclosures.dto.js';
import { type BlockPlace, DisclosuresRepository } from './disclosures.repository.js';
import { bitmapOf, has, placeOfId } from '../../users/model/people-block.js';

/** Rows of a block that one call reads at most; a page that ends there has a cursor all the same. */
const MOST_SCANNED = 2000;
const AT_ONCE = 200;
const HEADER = ['Day', 'By', 'Actor', 'Kind', 'People'];

/** A part of a person's disclosures. */
interface Part {
  readonly found: readonly BlockPlace[];
  /** Where the next part begins; undefined when this is the last one. */
  readonly next: BlockPlace | undefined;
}

/** Shows who was given data about whom. */
@Injectable()
export class DisclosuresService {
  constructor(
    private readonly disclosures: DisclosuresRepository,
    private readonly people: UserLookup,
    private readonly labels: ActorLabels,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * By days, credentials and kinds.
   * @throws {ValidationFailed} when the page is too far down
   */
  async list(scope: Scope, query: DisclosuresQueryDto): Promise<Success<DisclosureDto[]>> {
    const { order = 'DESC', from, to, actor, kind } = query;
    const range = { order, ...boundedPageRangeOf(query) };
    const { rows, total } = await this.disclosures.page(scope, { from, to, actor, kind }, range);
    const labelOf = await this.labels.of(scope, rows, ({ actor }) => actor);
    return listed(
      rows.map((row) => presentDisclosure(row, labelOf(row.actor))),
      total,
      query,
    );
  }

  /** The same as CSV, in chunks. */
  export(scope: Scope, filter: DisclosuresExportQueryDto): AsyncGenerator<string> {
    return csvOf(HEADER, this.cells(scope, filter));
  }

  /**
   * Who was given data about a person, the latest day first; also about one who was erased, by the ID.
   * @throws {UserNotFound} when the tenant has no such user, and no disclosures of one
   * @throws {ValidationFailed} when the cursor is of another tenant or another person
   */
  async ofPerson(
    scope: Scope,
    reference: string,
    { limit = DEFAULT_LIMIT, cursor }: PersonDisclosuresQueryDto,
  ): Promise<Success<PersonDisclosureDto[]>> {
    const user = (await this.people.find(scope, this.unitOfWork.single, [reference])).get(reference);
    const id = user?.id ?? reference;
    const after =
      cursor === undefined
        ? undefined
        : (decodeCursor(this.keys, `${scope.tenantId} ${id}`, cursor) as BlockPlace);
    const { found, next } = await this.partOf(scope, id, after, limit);
    // The page of an erased user may be empty and still have others before or behind it.
    const isPage = cursor !== undefined || next !== undefined || found.length > 0;
    if (user === undefined && !isPage) throw new UserNotFound();
    const labelOf = await this.labels.of(scope, found, ({ actor }) => actor);
    const nextCursor = next === undefined ? null : encodeCursor(this.keys, `${scope.tenantId} ${id}`, next);
    return success(
      found.map((one) => presentOfPerson(one, labelOf(one.actor))),
      { meta: { hasMore: nextCursor !== null, nextCursor } },
    );
  }

  private async partOf(scope: Scope, id: string, from: BlockPlace | undefined, limit: number): Promise<Part> {
    const place = placeOfId(id);
    if (place === undefined) return { found: [], next: undefined };
    const found: BlockPlace[] = [];
    let after = from;
    for (let scanned = 0; scanned < MOST_SCANNED; scanned += AT_ONCE) {
      const rows = await this.disclosures.ofBlock(scope, place.block, after, AT_ONCE);
      for (const { day, actor, kind, members } of rows) {
        if (found.length === limit) return { found, next: after };
        after = { day, actor, kind };
        if (has(bitmapOf(members), place.position)) found.push(after);
      }
      if (rows.length < AT_ONCE) return { found, next: undefined };
    }
    return { found, next: after };
  }

  private async *cells(scope: Scope, filter: DisclosuresExportQueryDto): AsyncGenerator<readonly CsvValue[]> {
    for await (const rows of this.disclosures.all(scope, filter)) {
      const labelOf = await this.labels.of(scope, rows, ({ actor }) => actor);
      for (const { day, actor, kind, people } of rows) yield [day, labelOf(actor), actor, kind, people];
    }
  }
}
