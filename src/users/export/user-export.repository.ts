import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { ReadReplica } from '../../database/connection/read-replica.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Place, WalkRange, WalkRow, WalkSource } from '../../tenancy/walks/walk-source.js';
import { type Condition, conditionsOf, type UserFilter } from '../list/user-conditions.js';
import { presentUser } from '../model/dto/user.dto.js';
import { User } from '../model/user.entity.js';

/** The people of a walk. */
export interface PeopleFilter extends Pick<UserFilter, 'accountStatus' | 'accountType' | 'role'> {
  readonly programId?: string | undefined;
  /** Those whom the caller names; absent: all. */
  readonly ids?: readonly string[] | undefined;
  /** Whether people who were erased are shown as removed. */
  readonly withRemoved: boolean;
}

/** A person at a place of a walk; without `user`, one who was erased. */
interface PlacedUser extends Place {
  readonly user?: User;
}

/** Which part of a walk. */
interface Part {
  readonly range: WalkRange;
  readonly after: Place;
  readonly limit: number;
}

type Row = Readonly<Record<string, unknown>> & { readonly stamp: number; readonly id: string };

/** The bound of a walk, which a killed statement of MariaDB may answer with no rows, and one which it does not. */
const BOUNDED = '`changedAt` <= ?';
const CONFIRMING = '`changedAt` + 0 <= ?';

/** After this place: two ranges of an index that begins with the tenant, the stamp and the ID. */
function after(stamp: string, id: string): string {
  return `((${stamp} = ? AND ${id} > ?) OR ${stamp} > ?)`;
}

function valuesOf({ stamp, id }: Place): unknown[] {
  return [stamp, id, stamp];
}

function conditionOf({ programId, ids, ...filter }: PeopleFilter): Condition {
  const conditions: Condition[] = [
    ...conditionsOf(filter),
    ...(programId === undefined ? [] : [{ sql: '`programId` = ?', values: [programId] }]),
    ...(ids === undefined ? [] : [{ sql: 'u.`id` IN (?)', values: [ids] }]),
  ];
  return {
    sql: conditions.map(({ sql }) => ` AND ${sql}`).join(''),
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * Reads people in the order in which they changed. One index has that order and the columns of all filters, so that a
 * walk reads the rows that it answers, and each entry of the index once (docs/decisions/0076).
 */
@Injectable()
export class UserExportRepository implements WalkSource<PeopleFilter> {
  readonly disclosure = 'list';
  readonly idName = 'userId';
  private readonly single: Reader;
  private readonly codec: RowCodec<User>;

  constructor(
    @InjectRepository(User) users: Repository<User>,
    private readonly replica: ReadReplica,
  ) {
    this.single = new SingleStatements(users.manager);
    this.codec = new RowCodec<User>(users.metadata);
  }

  /** The last place of a person, or of one who was erased. */
  async lastStamp({ tenantId }: Scope, reader = this.single): Promise<number> {
    const sql =
      'SELECT GREATEST(' +
      'COALESCE((SELECT `changedAt` FROM `users` FORCE INDEX (`ix_users_changes`) WHERE `tenantId` = ? ' +
      'ORDER BY `changedAt` DESC LIMIT 1), 0), ' +
      'COALESCE((SELECT `stamp` FROM `user_removals` WHERE `tenantId` = ? ORDER BY `stamp` DESC LIMIT 1), 0)' +
      ') AS `last`';
    // The driver reads what GREATEST answers as text.
    const [row]: { last: number | string }[] = await reader.read(sql, [tenantId, tenantId]);
    return Number(row?.last ?? 0);
  }

  /** An earlier place of a person may have been deleted since; the next one, or a later one, is still there. */
  async changedBetween({ tenantId }: Scope, from: number, to: number): Promise<boolean> {
    const sql =
      '(SELECT `changedAt` AS `stamp` FROM `users` FORCE INDEX (`ix_users_changes`) ' +
      'WHERE `tenantId` = ? AND `changedAt` > ? ORDER BY `changedAt` LIMIT 1) UNION ALL ' +
      '(SELECT MIN(`stamp`) FROM `user_places` WHERE `tenantId` = ? AND `stamp` > ?)';
    const rows: { stamp: number | string | null }[] = await this.single.read(sql, [
      tenantId,
      from,
      tenantId,
      from,
    ]);
    return rows.some(({ stamp }) => stamp !== null && Number(stamp) < to);
  }

  page(
    scope: Scope,
    filter: PeopleFilter,
    range: WalkRange,
    place: Place | undefined,
    limit: number,
  ): Promise<WalkRow[]> {
    const part = { range, after: place ?? { stamp: range.since, id: '' }, limit };
    return this.replica.run(
      async (reader) => {
        const people = await this.peopleOf(scope, reader, filter, part);
        const removed = filter.withRemoved ? await this.removedOf(scope, reader, part) : [];
        return inOrder([...people, ...removed])
          .slice(0, limit)
          .map((one) => rowOf(scope, one));
      },
      async (reader) => (await this.lastStamp(scope, reader)) >= range.last,
    );
  }

  /** Places that are left while they are read are found second: in the first read, in the second, or in both. */
  private async peopleOf(
    scope: Scope,
    reader: Reader,
    filter: PeopleFilter,
    part: Part,
  ): Promise<PlacedUser[]> {
    if (filter.ids?.length === 0) return [];
    const bounded = await this.present(scope, reader, filter, part, BOUNDED);
    // No rows end the walk, so a wrong empty answer would lose people.
    const present =
      bounded.length > 0 ? bounded : await this.present(scope, reader, filter, part, CONFIRMING);
    return [...present, ...(await this.left(scope, reader, filter, part))];
  }

  /** People who have not changed since the walk began. */
  private async present(
    { tenantId }: Scope,
    reader: Reader,
    filter: PeopleFilter,
    { range, after: place, limit }: Part,
    bound: string,
  ): Promise<PlacedUser[]> {
    const { sql: condition, values } = conditionOf(filter);
    const index = filter.ids === undefined ? 'ix_users_changes' : 'PRIMARY';
    const sql = `SELECT u.*, u.\`changedAt\` AS \`stamp\` FROM \`users\` u FORCE INDEX (\`${index}\`)
      WHERE u.\`tenantId\` = ? AND ${after('u.`changedAt`', 'u.`id`')} AND u.${bound}${condition}
      ORDER BY u.\`changedAt\`, u.\`id\` LIMIT ?`;
    const parameters = [tenantId, ...valuesOf(place), range.until, ...values, limit];
    return this.placed(await reader.read(sql, parameters));
  }

  /** People who have, at the place that they had then. All places that were left since are looked at. */
  private async left(
    { tenantId }: Scope,
    reader: Reader,
    filter: PeopleFilter,
    { range, after: place, limit }: Part,
  ): Promise<PlacedUser[]> {
    const { sql: condition, values } = conditionOf(filter);
    const sql = `SELECT u.*, p.\`stamp\` FROM \`user_places\` p FORCE INDEX (PRIMARY)
      STRAIGHT_JOIN \`users\` u FORCE INDEX (PRIMARY) ON u.\`tenantId\` = p.\`tenantId\` AND u.\`id\` = p.\`userId\`
      WHERE p.\`tenantId\` = ? AND p.\`supersededBy\` > ? AND p.\`stamp\` <= ?
        AND ${after('p.`stamp`', 'p.`userId`')}${condition}
      ORDER BY p.\`stamp\`, p.\`userId\` LIMIT ?`;
    const parameters = [tenantId, range.until, range.until, ...valuesOf(place), ...values, limit];
    return this.placed(await reader.read(sql, parameters));
  }

  private async removedOf(
    { tenantId }: Scope,
    reader: Reader,
    { range, after: place, limit }: Part,
  ): Promise<PlacedUser[]> {
    const sql = `SELECT \`stamp\`, \`userId\` AS \`id\` FROM \`user_removals\`
      WHERE \`tenantId\` = ? AND ${after('`stamp`', '`userId`')} AND \`stamp\` + 0 <= ?
      ORDER BY \`stamp\`, \`userId\` LIMIT ?`;
    return reader.read<PlacedUser>(sql, [tenantId, ...valuesOf(place), range.until, limit]);
  }

  private placed(rows: readonly Row[]): PlacedUser[] {
    return rows.map((row) => ({ stamp: row.stamp, id: row.id, user: this.codec.fromRow(row) }));
  }
}

/** Each place once. */
function inOrder(people: readonly PlacedUser[]): PlacedUser[] {
  const sorted = [...people].sort((one, other) => one.stamp - other.stamp || (one.id < other.id ? -1 : 1));
  return sorted.filter(({ stamp, id }, index) => {
    const before = sorted[index - 1];
    return before?.stamp !== stamp || before.id !== id;
  });
}

function rowOf(scope: Scope, { stamp, id, user }: PlacedUser): WalkRow {
  if (user === undefined) return { stamp, id, changedAt: stamp, text: textOf({ id, removed: true }) };
  const { changedAt: _, ...others } = presentUser(scope, user);
  return { stamp, id, changedAt: user.changedAt, text: textOf(others) };
}

/** Without the end of the record, which has the stamp. */
function textOf(members: object): Buffer {
  return Buffer.from(JSON.stringify(members).slice(0, -1));
}
