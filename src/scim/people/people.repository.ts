import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { RowCodec } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { User } from '../../users/model/user.entity.js';
import { ScimLink } from '../links/scim-link.entity.js';
import { connectionOf } from '../protocol/connection-of.js';

type Row = Readonly<Record<string, unknown>>;

/** A person, and what the connection knows of them. */
export interface Seen {
  readonly user: User;
  readonly link: ScimLink | undefined;
}

/** Keys by which people are found; each kind has an index, which is unique but for that of externalIds. */
export interface PersonKeys {
  readonly ids: readonly string[];
  readonly legacyNumbers: readonly string[];
  readonly emailKeys: readonly string[];
  /** Of the connection's links. */
  readonly userNameKeys: readonly string[];
  /** Of the connection's links. */
  readonly externalIds: readonly string[];
}

const PREFIX = 'link_';

/** Reads people together with the links of a connection. Nothing here writes. */
@Injectable()
export class PeopleRepository {
  private readonly users: RowCodec<User>;
  private readonly links: RowCodec<ScimLink>;
  private readonly columns: string;
  private readonly reader: Reader;

  constructor(
    @InjectRepository(User) users: Repository<User>,
    @InjectRepository(ScimLink) links: Repository<ScimLink>,
  ) {
    this.users = new RowCodec<User>(users.metadata);
    this.links = new RowCodec<ScimLink>(links.metadata);
    const ofLink = links.metadata.columns.map(
      ({ propertyName: name }) => `l.\`${name}\` AS \`${PREFIX}${name}\``,
    );
    this.columns = ['u.*', ...ofLink].join(', ');
    this.reader = new SingleStatements(users.manager);
  }

  /** These people by ID, also those whom the connection has given up; in no certain order. */
  find(scope: Scope, ids: readonly string[]): Promise<Seen[]> {
    return this.withKeys(scope, { ids, legacyNumbers: [], emailKeys: [], userNameKeys: [], externalIds: [] });
  }

  /** The people who have one of these keys, like {@link find}; each kind of key is a look-up in an index. */
  async withKeys(scope: Scope, keys: PersonKeys): Promise<Seen[]> {
    const { tenantId } = scope;
    const connectionId = connectionOf(scope).id;
    const ofUsers = [
      ['id', keys.ids],
      ['legacyNumber', keys.legacyNumbers],
      ['emailKey', keys.emailKeys],
    ] as const;
    const ofLinks = [
      ['userNameKey', keys.userNameKeys],
      ['externalId', keys.externalIds],
    ] as const;
    const lookUps = [
      ...ofUsers.map(([column, values]) => ({
        sql: `SELECT \`id\` AS \`found\` FROM \`users\` WHERE \`tenantId\` = ? AND \`${column}\` IN (?)`,
        parameters: [tenantId, values],
        values,
      })),
      ...ofLinks.map(([column, values]) => ({
        sql:
          'SELECT `userId` AS `found` FROM `scim_links` ' +
          `WHERE \`tenantId\` = ? AND \`connectionId\` = ? AND \`${column}\` IN (?)`,
        parameters: [tenantId, connectionId, values],
        values,
      })),
    ].filter(({ values }) => values.length > 0);
    if (lookUps.length === 0) return [];
    const union = lookUps.map(({ sql }) => `(${sql})`).join(' UNION ');
    const sql =
      `SELECT STRAIGHT_JOIN ${this.columns} FROM (${union}) AS \`candidates\` ` +
      'JOIN `users` u FORCE INDEX (PRIMARY) ON u.`tenantId` = ? AND u.`id` = `found` ' +
      'LEFT JOIN `scim_links` l ON l.`tenantId` = u.`tenantId` AND l.`connectionId` = ? AND l.`userId` = u.`id`';
    const rows: Row[] = await this.reader.read(sql, [
      ...lookUps.flatMap(({ parameters }) => parameters),
      tenantId,
      connectionId,
    ]);
    return rows.map((row) => this.seen(row));
  }

  private seen(row: Row): Seen {
    const user = this.users.fromRow(row);
    if (row[`${PREFIX}userId`] === null) return { user, link: undefined };
    const ofLink = Object.entries(row)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
    return { user, link: this.links.fromRow(Object.fromEntries(ofLink)) };
  }
}
