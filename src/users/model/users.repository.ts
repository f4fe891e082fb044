import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { quotedNames, RowCodec } from '../../database/statements/row-codec.js';
import type { Scope } from '../../tenancy/scope.js';
import { hasIdForm } from './user-ids.js';
import { User } from './user.entity.js';
import type { AccountType } from './account.js';

/** The keys by which the people of a batch may be found. */
export interface CandidateKeys {
  readonly externalIds: readonly string[];
  readonly emailKeys: readonly string[];
}

/** The keys by which people are found; each has a unique index. */
export type UserKeys = Readonly<Record<'id' | 'legacyNumber' | 'emailKey', readonly string[]>>;

const KNOWN = [
  'id',
  'legacyNumber',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'accountType',
  'accountStatus',
  'bodyHash',
  'updatedAt',
] as const satisfies (keyof User)[];

/** The fields of an answer, and those that recognise an unchanged body. */
export type KnownUser = Pick<User, (typeof KNOWN)[number]>;

type Row = Readonly<Record<string, unknown>>;

/** The table of users, or that of a dry run. */
export interface UserTable {
  readonly reader: Reader;
  readonly table: string;
  readonly isTemporary?: boolean;
}

function columnsOf({ externalIds: legacyNumber, emailKeys: emailKey }: CandidateKeys): UserKeys {
  return { id: legacyNumber.filter(hasIdForm), legacyNumber, emailKey };
}

interface LookUp {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** One look-up for each index. */
function lookUpsIn(
  columns: string,
  table: string,
  { tenantId }: Pick<Scope, 'tenantId'>,
  keys: UserKeys,
  lock = '',
): LookUp[] {
  return Object.entries(keys)
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) => ({
      sql: `(SELECT ${columns} FROM \`${table}\` WHERE \`tenantId\` = ? AND \`${column}\` IN (?) ${lock})`,
      parameters: [tenantId, values],
    }));
}

function unionOf(lookUps: readonly LookUp[], operator: string): { union: string; parameters: unknown[] } {
  return {
    union: lookUps.map(({ sql }) => sql).join(` ${operator} `),
    parameters: lookUps.flatMap(({ parameters }) => parameters),
  };
}

/** Finds, reads and locks users, and those of a dry run; rows are read as raw columns. */
@Injectable()
export class UsersRepository {
  private readonly codec: RowCodec<User>;

  constructor(@InjectRepository(User) private readonly users: Repository<User>) {
    this.codec = new RowCodec<User>(users.metadata);
  }

  /**
   * The users who have one of these IDs, legacyNumbers or e-mail keys; each part of the union is a look-up in one
   * unique index.
   */
  async findCandidates(
    scope: Pick<Scope, 'tenantId'>,
    keys: CandidateKeys,
    from: UserTable = this.stored,
  ): Promise<User[]> {
    return this.distinct(await this.lookUp(scope, '*', columnsOf(keys), from));
  }

  /** The users who have one of these keys; a user may be returned more than once. */
  async findKnown(scope: Scope, keys: UserKeys): Promise<KnownUser[]> {
    const columns = quotedNames(KNOWN);
    return (await this.lookUp(scope, columns, keys, this.stored)) as unknown as KnownUser[];
  }

  /**
   * These people as they are now, locked until the transaction ends; in ID order, so that two batches never deadlock.
   * By the primary key: a locking read by another index misses a user whose address or number, and so their place in
   * that index, changes while the read waits.
   */
  async lock(scope: Scope, transaction: Transaction, ids: readonly string[]): Promise<User[]> {
    if (ids.length === 0) return [];
    const sql =
      'SELECT * FROM `users` FORCE INDEX (PRIMARY) ' +
      'WHERE `tenantId` = ? AND `id` IN (?) ORDER BY `id` FOR UPDATE';
    const rows: Row[] = await transaction.read(sql, [scope.tenantId, ids]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /**
   * Finds and locks people in one statement instead of {@link findCandidates} and {@link lock}. For one person the
   * indexes are read with locks, which costs half as much. A user who is missed because their keys change meanwhile
   * causes a duplicate key when the person is written.
   */
  async lockFound(scope: Scope, transaction: Transaction, keys: CandidateKeys): Promise<User[]> {
    const from = { reader: transaction, table: 'users' };
    if (keys.emailKeys.length === 1 && keys.externalIds.length <= 1)
      return this.distinct(await this.lookUp(scope, '*', columnsOf(keys), from, 'FOR UPDATE'));
    const { union, parameters } = unionOf(
      lookUpsIn('`id` AS `found`', from.table, scope, columnsOf(keys)),
      'UNION',
    );
    // Without a limit a server may ignore the order, which decides in which order the rows are locked.
    const sql =
      `SELECT STRAIGHT_JOIN \`users\`.* FROM (${union} ORDER BY \`found\` LIMIT 1000000) AS \`candidates\` ` +
      'JOIN `users` FORCE INDEX (PRIMARY) ON `tenantId` = ? AND `id` = `found` FOR UPDATE';
    const rows: Row[] = await transaction.read(sql, [...parameters, scope.tenantId]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** How many more people would be active than are, if the rows of a dry run were stored. */
  async addedActive({ tenantId }: Scope, { reader, table }: UserTable): Promise<number> {
    const sql = `SELECT COALESCE(SUM(\`r\`.\`accountStatus\` = 'active'), 0) -
        COALESCE(SUM(\`u\`.\`accountStatus\` = 'active'), 0) AS \`people\` FROM \`${table}\` \`r\`
      LEFT JOIN \`users\` \`u\` ON \`u\`.\`tenantId\` = \`r\`.\`tenantId\` AND \`u\`.\`id\` = \`r\`.\`id\`
      WHERE \`r\`.\`tenantId\` = ?`;
    const [row]: { people: number | string }[] = await reader.read(sql, [tenantId]);
    return Number(row?.people ?? 0);
  }

  /** Which of these IDs are taken. */
  async existing(scope: Scope, ids: readonly string[], from: UserTable = this.stored): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const sql = `SELECT \`id\` FROM \`${from.table}\` WHERE \`tenantId\` = ? AND \`id\` IN (?)`;
    const rows: { id: string }[] = await from.reader.read(sql, [scope.tenantId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of these people who are active and of this account type. */
  async activeAmong(
    { tenantId }: Pick<Scope, 'tenantId'>,
    ids: readonly string[],
    accountType: AccountType,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const sql =
      'SELECT `id` FROM `users` FORCE INDEX (PRIMARY) WHERE `tenantId` = ? AND `id` IN (?) ' +
      "AND `accountType` = ? AND `accountStatus` = 'active'";
    const rows: Pick<User, 'id'>[] = await this.users.query(sql, [tenantId, ids, accountType]);
    return rows.map(({ id }) => id);
  }

  /** Those of these people whom a complete run has de-provisioned because it did not name them. */
  async absentAmong({ tenantId }: Pick<Scope, 'tenantId'>, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const sql =
      'SELECT `id` FROM `users` FORCE INDEX (PRIMARY) WHERE `tenantId` = ? AND `id` IN (?) ' +
      "AND `inactiveCause` = 'absent'";
    const rows: Pick<User, 'id'>[] = await this.users.query(sql, [tenantId, ids]);
    return rows.map(({ id }) => id);
  }

  /** By the 950/951 ID, else by legacyNumber. */
  async findOne(
    scope: Scope,
    idOrLegacyNumber: string,
    reader: Reader = this.stored.reader,
    lock = false,
  ): Promise<User | undefined> {
    // Comparing the ASCII column `id` with other characters is a collation error.
    for (const column of hasIdForm(idOrLegacyNumber) ? ['id', 'legacyNumber'] : ['legacyNumber']) {
      const sql = `SELECT * FROM \`users\` WHERE \`tenantId\` = ? AND \`${column}\` = ?${lock ? ' FOR UPDATE' : ''}`;
      const [row]: Row[] = await reader.read(sql, [scope.tenantId, idOrLegacyNumber]);
      // The server ignores trailing spaces when it compares; "S-77 " is not the number S-77.
      if (row?.[column] === idOrLegacyNumber) return this.codec.fromRow(row);
    }
    return undefined;
  }

  /** Inactive people after this ID, in the order of their IDs. */
  async inactiveAfter(
    { tenantId }: Pick<Scope, 'tenantId'>,
    after: string,
    most: number,
  ): Promise<Pick<User, 'id' | 'updatedAt'>[]> {
    const sql = `SELECT \`id\`, \`updatedAt\` FROM \`users\` FORCE INDEX (\`ix_users_status\`)
      WHERE \`tenantId\` = ? AND \`accountStatus\` = ? AND \`id\` > ? ORDER BY \`id\` LIMIT ?`;
    const rows: Pick<User, 'id' | 'updatedAt'>[] = await this.users.query(sql, [
      tenantId,
      'inactive',
      after,
      most,
    ]);
    return rows;
  }

  private async lookUp(
    { tenantId }: Pick<Scope, 'tenantId'>,
    columns: string,
    keys: UserKeys,
    { reader, table, isTemporary }: UserTable,
    lock = '',
  ): Promise<Row[]> {
    const lookUps = lookUpsIn(columns, table, { tenantId }, keys, lock);
    // A statement may name a temporary table only once.
    const statements = isTemporary === true ? lookUps.map((one) => [one]) : [lookUps];
    const found: Row[] = [];
    for (const some of statements.filter(({ length }) => length > 0)) {
      const { union, parameters } = unionOf(some, 'UNION ALL');
      const rows: Row[] = await reader.read(union, parameters);
      found.push(...rows);
    }
    return found;
  }

  private distinct(rows: readonly Row[]): User[] {
    const found = new Map<unknown, User>();
    for (const row of rows) if (!found.has(row['id'])) found.set(row['id'], this.codec.fromRow(row));
    return [...found.values()];
  }

  private get stored(): UserTable {
    return { reader: new SingleStatements(this.users.manager), table: 'users' };
  }
}
