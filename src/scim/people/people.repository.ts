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
  async find(scope: Scope, ids: readonly string[], reader: Reader = this.reader): Promise<Seen[]> {
    if (ids.length === 0) return [];
    const sql =
      `SELECT ${this.columns} FROM \`users\` u LEFT JOIN \`scim_links\` l ON l.\`tenantId\` = u.\`tenantId\` ` +
      'AND l.`connectionId` = ? AND l.`userId` = u.`id` WHERE u.`tenantId` = ? AND u.`id` IN (?)';
    const rows: Row[] = await reader.read(sql, [connectionOf(scope).id, scope.tenantId, ids]);
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
