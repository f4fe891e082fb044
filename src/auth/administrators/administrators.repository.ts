import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import {
  ADMINISTRATION_ROLES,
  type AdministrationRole,
  administrationRoleOf,
} from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import { hasSecondFactorSql } from '../auth.repository.js';
import { Session } from '../entities/session.entity.js';

type Person = Pick<User, 'email' | 'firstName' | 'lastName' | 'accountStatus'> & { readonly userId: string };

/** A user with a role of the administration, whether or not they can log in at the moment. */
export interface Administrator extends Person {
  readonly role: AdministrationRole;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** The latest of the sessions that are still open. */
  readonly lastSeenAt: Date | null;
  /** The end of an invitation, past or not, by which the user has not set a password yet; null without one. */
  readonly invitedUntil: Date | null;
}

/** Who an administrator is. */
export type PersonName = Omit<Person, 'accountStatus'>;

/** An invitation that can still be accepted. */
export interface PendingInvitation extends PersonName {
  readonly role: string | null;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Which part of a list is asked for, by which column. */
export interface ListRange<Sort extends string> {
  readonly sort: Sort;
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

export const ADMINISTRATOR_SORTS = ['lastName', 'email'] as const;
export const INVITATION_SORTS = ['createdAt', 'expiresAt', 'email'] as const;

interface Page<T> {
  readonly rows: T[];
  readonly total: number;
}

const PERSON = 'u.`id` AS `userId`, u.`email`, u.`firstName`, u.`lastName`';
/** Whether a row `x` is of the user `u`. */
const OF_USER = 'x.`tenantId` = u.`tenantId` AND x.`userId` = u.`id`';
const HAS_PASSWORD = `EXISTS (SELECT 1 FROM \`passwords\` x WHERE ${OF_USER})`;
const HAS_SECOND_FACTOR = hasSecondFactorSql(OF_USER);

type AdministratorRow = Omit<Administrator, 'role' | 'hasPassword' | 'hasSecondFactor'> & {
  readonly role: string;
  readonly hasPassword: number | string;
  readonly hasSecondFactor: number | string;
};

function administratorOf(row: AdministratorRow): Administrator {
  return {
    ...row,
    role: administrationRoleOf(row.role) ?? 'auditor',
    hasPassword: Number(row.hasPassword) === 1,
    hasSecondFactor: Number(row.hasSecondFactor) === 1,
  };
}

/** Reads a tenant's administrators and pending invitations. */
@Injectable()
export class AdministratorsRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  async administrators(
    { tenantId }: Pick<Scope, 'tenantId'>,
    range: ListRange<(typeof ADMINISTRATOR_SORTS)[number]>,
  ): Promise<Page<Administrator>> {
    const columns = `${PERSON}, u.\`accountStatus\`, u.\`role\`,
      ${HAS_PASSWORD} AS \`hasPassword\`,
      ${HAS_SECOND_FACTOR} AS \`hasSecondFactor\`,
      (SELECT MAX(x.\`lastSeenAt\`) FROM \`sessions\` x WHERE ${OF_USER}) AS \`lastSeenAt\`,
      (SELECT MAX(x.\`expiresAt\`) FROM \`invitations\` x WHERE ${OF_USER} AND x.\`usedAt\` IS NULL
        AND NOT EXISTS (SELECT 1 FROM \`passwords\` p
          WHERE p.\`tenantId\` = x.\`tenantId\` AND p.\`userId\` = x.\`userId\`)) AS \`invitedUntil\``;
    const from = 'FROM `users` u WHERE u.`tenantId` = ? AND u.`role` IN (?)';
    const roles = Object.values(ADMINISTRATION_ROLES);
    const { rows, total } = await this.page<AdministratorRow>(columns, from, [tenantId, roles], range);
    return { rows: rows.map(administratorOf), total };
  }

  /**
   * Active users with a role, a password and no second factor, by name; those whom a demand of one concerns.
   * @param most of them are answered; `total` counts all
   */
  async withoutSecondFactor({ tenantId }: Pick<Scope, 'tenantId'>, most: number): Promise<Page<PersonName>> {
    const from = `FROM \`users\` u WHERE u.\`tenantId\` = ? AND u.\`role\` IN (?) AND u.\`accountStatus\` = 'active'
      AND ${HAS_PASSWORD} AND NOT ${HAS_SECOND_FACTOR}`;
    const values = [tenantId, Object.values(ADMINISTRATION_ROLES)];
    return this.page(PERSON, from, values, { sort: 'lastName', order: 'ASC', offset: 0, limit: most });
  }

  /** Whether a second user may open the pages, or may do so with an invitation. */
  async hasSecond({ tenantId }: Pick<Scope, 'tenantId'>): Promise<boolean> {
    const sql = `SELECT \`id\` FROM \`users\` FORCE INDEX (\`ix_users_role\`)
      WHERE \`tenantId\` = ? AND \`role\` IN (?) AND \`accountStatus\` = 'active' LIMIT 2`;
    const values = [tenantId, Object.values(ADMINISTRATION_ROLES)];
    const found: { id: string }[] = await this.sessions.manager.query(sql, values);
    return found.length === 2;
  }

  pendingInvitations(
    { tenantId }: Pick<Scope, 'tenantId'>,
    now: Date,
    range: ListRange<(typeof INVITATION_SORTS)[number]>,
  ): Promise<Page<PendingInvitation>> {
    const columns = `${PERSON}, u.\`role\`, i.\`invitedBy\`, i.\`createdAt\`, i.\`expiresAt\``;
    const from = `FROM \`invitations\` i JOIN \`users\` u ON u.\`tenantId\` = i.\`tenantId\` AND u.\`id\` = i.\`userId\`
      WHERE i.\`tenantId\` = ? AND i.\`usedAt\` IS NULL AND i.\`expiresAt\` > ?`;
    return this.page(columns, from, [tenantId, now], range);
  }

  private async page<T>(
    columns: string,
    from: string,
    values: readonly unknown[],
    { sort, order, offset, limit }: ListRange<string>,
  ): Promise<Page<T>> {
    const { manager } = this.sessions;
    const count = `SELECT COUNT(*) AS \`total\` ${from}`;
    const [counted]: { total: number | string }[] = await manager.query(count, [...values]);
    const isOfInvitation = sort === 'createdAt' || sort === 'expiresAt';
    const by = `${isOfInvitation ? 'i' : 'u'}.\`${sort}\` ${order}, u.\`id\` ${order}`;
    const rows: T[] = await manager.query(`SELECT ${columns} ${from} ORDER BY ${by} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      offset,
    ]);
    return { rows, total: Number(counted?.total ?? 0) };
  }
}
