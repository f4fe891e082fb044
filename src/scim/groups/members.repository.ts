import { Injectable } from '@nestjs/common';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { connectionOf } from '../protocol/connection-of.js';

/** A member with the parts of the name. */
export interface MemberRow {
  readonly groupId: string;
  readonly userId: string;
  readonly name: string | null;
  readonly firstName: string;
  readonly middleInitial: string | null;
  readonly lastName: string;
}

/** Which members are read: all, unless only some people are asked for. */
export interface MembersWanted {
  readonly among?: readonly string[] | undefined;
  readonly most?: number | undefined;
}

/** The columns of IDs are ASCII: comparing them with other characters is a collation error. */
function isComparable(id: string): boolean {
  return /^\d{1,64}$/.test(id);
}

const KEYS = '`tenantId` = ? AND `connectionId` = ?';

/** The members of groups. */
@Injectable()
export class MembersRepository {
  /** The members of these groups with their names, in the order of their IDs. */
  async of(
    scope: Scope,
    reader: Reader,
    groupIds: readonly string[],
    { among, most }: MembersWanted = {},
  ): Promise<MemberRow[]> {
    const ascii = among?.filter(isComparable);
    if (groupIds.length === 0 || ascii?.length === 0) return [];
    const [which, ids] = ascii === undefined ? ['', []] : [' AND m.`userId` IN (?)', [ascii]];
    const [limit, number] = most === undefined ? ['', []] : [' LIMIT ?', [most]];
    const sql =
      'SELECT m.`groupId`, m.`userId`, u.`name`, u.`firstName`, u.`middleInitial`, u.`lastName` ' +
      'FROM `scim_group_members` m JOIN `users` u ON u.`tenantId` = m.`tenantId` AND u.`id` = m.`userId` ' +
      'WHERE m.`tenantId` = ? AND m.`connectionId` = ? AND m.`groupId` IN (?)' +
      `${which} ORDER BY m.\`groupId\`, m.\`userId\`${limit}`;
    return reader.read(sql, [...keysOf(scope), groupIds, ...ids, ...number]);
  }

  /** Who is a member of the group, of these people or of all. */
  async idsIn(
    scope: Scope,
    reader: Reader,
    groupId: string,
    among: readonly string[] | undefined,
  ): Promise<string[]> {
    const ascii = among?.filter(isComparable);
    if (ascii?.length === 0) return [];
    const [condition, values] = ascii === undefined ? ['', []] : [' AND `userId` IN (?)', [ascii]];
    const sql = `SELECT \`userId\` FROM \`scim_group_members\` WHERE ${KEYS} AND \`groupId\` = ?${condition}`;
    const rows: { userId: string }[] = await reader.read(sql, [...keysOf(scope), groupId, ...values]);
    return rows.map(({ userId }) => userId);
  }

  /** The groups of these people, in the order of their names. */
  async groupsOf(
    scope: Scope,
    reader: Reader,
    userIds: readonly string[],
  ): Promise<{ userId: string; groupId: string; displayName: string }[]> {
    if (userIds.length === 0) return [];
    const sql =
      'SELECT m.`userId`, m.`groupId`, g.`displayName` FROM `scim_group_members` m JOIN `scim_groups` g ' +
      'ON g.`tenantId` = m.`tenantId` AND g.`connectionId` = m.`connectionId` AND g.`id` = m.`groupId` ' +
      'WHERE m.`tenantId` = ? AND m.`connectionId` = ? AND m.`userId` IN (?) ORDER BY g.`displayNameKey`';
    return reader.read(sql, [...keysOf(scope), userIds]);
  }

  /** Which of these people the connection sees; it gives none of them up before the transaction ends. */
  async known(scope: Scope, transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { id, settings } = connectionOf(scope);
    const linked = settings.visible === 'all' ? '' : ' AND l.`userId` IS NOT NULL';
    const sql =
      'SELECT u.`id` FROM `users` u LEFT JOIN `scim_links` l ON l.`tenantId` = u.`tenantId` ' +
      'AND l.`connectionId` = ? AND l.`userId` = u.`id` ' +
      `WHERE u.\`tenantId\` = ? AND u.\`id\` IN (?) AND l.\`forgottenAt\` IS NULL${linked} LOCK IN SHARE MODE`;
    const rows: { id: string }[] = await transaction.read(sql, [id, scope.tenantId, ids]);
    return new Set(rows.map((row) => row.id));
  }

  async add(
    scope: Scope,
    transaction: Transaction,
    groupId: string,
    userIds: readonly string[],
  ): Promise<void> {
    const rows = userIds.map((userId) => [...keysOf(scope), groupId, userId]);
    const sql = 'INSERT INTO `scim_group_members` (`tenantId`, `connectionId`, `groupId`, `userId`) VALUES ?';
    for (const statement of statementsOf(rows)) await transaction.write(sql, [statement]);
  }

  async remove(
    scope: Scope,
    transaction: Transaction,
    groupId: string,
    userIds: readonly string[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    const sql = `DELETE FROM \`scim_group_members\` WHERE ${KEYS} AND \`groupId\` = ? AND \`userId\` IN (?)`;
    await transaction.write(sql, [...keysOf(scope), groupId, userIds]);
  }

  async removeAll(scope: Scope, transaction: Transaction, groupId: string): Promise<void> {
    const sql = `DELETE FROM \`scim_group_members\` WHERE ${KEYS} AND \`groupId\` = ?`;
    await transaction.write(sql, [...keysOf(scope), groupId]);
  }

  /** Takes people out of all groups of the connection. */
  async removePeople(scope: Scope, transaction: Transaction, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const sql = `DELETE FROM \`scim_group_members\` WHERE ${KEYS} AND \`userId\` IN (?)`;
    await transaction.write(sql, [...keysOf(scope), userIds]);
  }
}

function keysOf(scope: Scope): [tenantId: string, connectionId: string] {
  return [scope.tenantId, connectionOf(scope).id];
}
