import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { quotedNames, RowCodec } from '../../database/statements/row-codec.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { connectionOf } from '../protocol/connection-of.js';
import { ScimLink } from './scim-link.entity.js';

type Row = Readonly<Record<string, unknown>>;

const OF_CONNECTION = 'FROM `scim_links` WHERE `tenantId` = ? AND `connectionId` = ?';

/** The SQL that writes links; `PeopleRepository` reads them together with people. */
@Injectable()
export class LinksRepository {
  private readonly codec: RowCodec<ScimLink>;

  constructor(@InjectRepository(ScimLink) links: Repository<ScimLink>) {
    this.codec = new RowCodec<ScimLink>(links.metadata);
  }

  /** The link of this user, locked until the transaction ends. */
  async lock(scope: Scope, transaction: Transaction, userId: string): Promise<ScimLink | undefined> {
    const sql = `SELECT * ${OF_CONNECTION} AND \`userId\` = ? FOR UPDATE`;
    const [row]: Row[] = await transaction.read(sql, [...this.keys(scope), userId]);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }

  /** The user whom the connection calls so, and whether that user is active; the link is locked. */
  async lockNamed(
    scope: Scope,
    transaction: Transaction,
    userNameKey: string,
  ): Promise<{ userId: string; isActive: boolean } | undefined> {
    const [named]: { userId: string }[] = await transaction.read(
      `SELECT \`userId\` ${OF_CONNECTION} AND \`userNameKey\` = ? FOR UPDATE`,
      [...this.keys(scope), userNameKey],
    );
    if (named === undefined) return undefined;
    const [user]: { accountStatus: string }[] = await transaction.read(
      'SELECT `accountStatus` FROM `users` WHERE `tenantId` = ? AND `id` = ?',
      [scope.tenantId, named.userId],
    );
    return { userId: named.userId, isActive: user?.accountStatus === 'active' };
  }

  /** @throws {QueryFailedError} when another request was first with the userName */
  async insert(transaction: Transaction, link: ScimLink): Promise<void> {
    const [row = []] = this.codec.toRows([link]);
    await transaction.write(`INSERT INTO \`scim_links\` (${this.codec.columns}) VALUES ?`, [[row]]);
  }

  /** @throws {QueryFailedError} like {@link insert} */
  async update(transaction: Transaction, link: ScimLink): Promise<void> {
    const columns = this.codec.columnsBut(['tenantId', 'connectionId', 'userId']);
    const [row = []] = this.codec.toRows([link], columns);
    const { tenantId, connectionId, userId } = link;
    const assignments = columns.map((column) => `${quotedNames([column])} = ?`).join(', ');
    await transaction.write(
      `UPDATE \`scim_links\` SET ${assignments} WHERE \`tenantId\` = ? AND \`connectionId\` = ? AND \`userId\` = ?`,
      [...row, tenantId, connectionId, userId],
    );
  }

  /** Lets the connection give up a person, whose userName another one takes. */
  async forget(scope: Scope, transaction: Transaction, userId: string, at: Date): Promise<void> {
    await transaction.write(
      'UPDATE `scim_links` SET `userNameKey` = NULL, `forgottenAt` = ?, `updatedAt` = ? ' +
        'WHERE `tenantId` = ? AND `connectionId` = ? AND `userId` = ?',
      [at, at, ...this.keys(scope), userId],
    );
  }

  private keys(scope: Scope): [tenantId: string, connectionId: string] {
    return [scope.tenantId, connectionOf(scope).id];
  }
}
