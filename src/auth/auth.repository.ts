import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, MoreThan, Repository } from 'typeorm';

import type { Scope } from '../tenancy/scope.js';
import { Invitation } from './entities/invitation.entity.js';
import { Password } from './entities/password.entity.js';
import { Session } from './entities/session.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** Passwords, invitations and sessions. A token names its tenant, so looking one up takes no scope. */
@Injectable()
export class AuthRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  get manager(): EntityManager {
    return this.sessions.manager;
  }

  async password(scope: TenantScope, userId: string): Promise<Password | null> {
    return this.manager.findOneBy(Password, { tenantId: scope.tenantId, userId });
  }

  /** Tenants in which somebody with this address has set a password. */
  async tenantsOf(emailKey: string, most: number): Promise<string[]> {
    const sql = `SELECT p.\`tenantId\` FROM \`passwords\` p JOIN \`users\` u ON u.\`tenantId\` = p.\`tenantId\` AND u.\`id\` = p.\`userId\`
      WHERE u.\`emailKey\` = ? ORDER BY p.\`tenantId\` LIMIT ?`;
    const rows: { tenantId: string }[] = await this.manager.query(sql, [emailKey, most]);
    return rows.map(({ tenantId }) => tenantId);
  }

  async setPassword(manager: EntityManager, password: Password): Promise<void> {
    await manager.delete(Password, { tenantId: password.tenantId, userId: password.userId });
    await manager.insert(Password, password);
  }

  async invite(manager: EntityManager, invitation: Invitation): Promise<void> {
    const { tenantId, userId } = invitation;
    await manager.delete(Invitation, { tenantId, userId, usedAt: IsNull() });
    await manager.insert(Invitation, invitation);
  }

  /** Holds an invitation that can still be used until the transaction ends. */
  async claimInvitation(manager: EntityManager, tokenHash: Buffer, now: Date): Promise<Invitation | null> {
    return manager.findOne(Invitation, {
      where: { tokenHash, usedAt: IsNull(), expiresAt: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async findInvitation(tokenHash: Buffer, now: Date): Promise<Invitation | null> {
    return this.manager.findOneBy(Invitation, { tokenHash, usedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  async markUsed(manager: EntityManager, tokenHash: Buffer, at: Date): Promise<void> {
    await manager.update(Invitation, { tokenHash }, { usedAt: at });
  }

  async addSession(manager: EntityManager, session: Session): Promise<void> {
    await manager.insert(Session, session);
  }

  async session(tokenHash: Buffer): Promise<Session | null> {
    return this.sessions.findOneBy({ tokenHash });
  }

  async touch(tokenHash: Buffer, at: Date): Promise<void> {
    await this.sessions.update({ tokenHash }, { lastSeenAt: at });
  }

  async endSession(tokenHash: Buffer): Promise<void> {
    await this.sessions.delete({ tokenHash });
  }

  /** @returns how many sessions there were */
  async endSessionsOf(
    scope: TenantScope,
    manager: EntityManager,
    userIds: readonly string[],
  ): Promise<number> {
    if (userIds.length === 0) return 0;
    const result: { affectedRows: number } = await manager.query(
      'DELETE FROM `sessions` WHERE `tenantId` = ? AND `userId` IN (?)',
      [scope.tenantId, userIds],
    );
    return result.affectedRows;
  }

  async endExpired(manager: EntityManager, now: Date): Promise<void> {
    await manager.delete(Session, { expiresAt: LessThan(now) });
  }
}
