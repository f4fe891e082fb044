import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Like, MoreThan, Not, Repository } from 'typeorm';

import type { Transaction } from '../database/transaction/transaction.js';
import { Tenant } from '../tenancy/tenants/tenant.entity.js';
import { Sandbox } from './entities/sandbox.entity.js';
import { SandboxTemplate } from './entities/sandbox-template.entity.js';

const NAMED_AT_MOST = 3;

/** Sandboxes, and the templates from which they are copied. */
@Injectable()
export class SandboxesRepository {
  constructor(@InjectRepository(Sandbox) private readonly sandboxes: Repository<Sandbox>) {}

  async add(transaction: Transaction, sandbox: Sandbox, tenant: Tenant): Promise<void> {
    await transaction.entities((manager) => manager.insert(Sandbox, sandbox));
    await transaction.entities((manager) => manager.insert(Tenant, tenant));
  }

  /** Those of a key that are not over, the oldest first. */
  of(owners: readonly string[], now: Date): Promise<Sandbox[]> {
    const where = { owner: In([...owners]), deletedAt: IsNull(), expiresAt: MoreThan(now) };
    return this.sandboxes.find({ where, order: { createdAt: 'ASC', tenantId: 'ASC' } });
  }

  async countOf(owners: readonly string[], now: Date): Promise<{ count: number; oldest: string[] }> {
    const where = { owner: In([...owners]), deletedAt: IsNull(), expiresAt: MoreThan(now) };
    const [rows, count] = await this.sandboxes.findAndCount({
      select: { tenantId: true },
      where,
      order: { createdAt: 'ASC', tenantId: 'ASC' },
      take: NAMED_AT_MOST,
    });
    return { count, oldest: rows.map(({ tenantId }) => tenantId) };
  }

  find(owners: readonly string[], tenantId: string, now: Date): Promise<Sandbox | null> {
    return this.sandboxes.findOneBy({
      owner: In([...owners]),
      tenantId,
      deletedAt: IsNull(),
      expiresAt: MoreThan(now),
    });
  }

  /** Puts the keys of a sandbox back to how they were issued; those that were made in it are gone. */
  async restoreKeys(transaction: Transaction, tenantId: string, issuer: string): Promise<void> {
    await transaction.write('DELETE FROM `credentials` WHERE `tenantId` = ? AND `createdBy` <> ?', [
      tenantId,
      issuer,
    ]);
    await transaction.write(
      `UPDATE \`credentials\` SET \`revokedAt\` = NULL, \`expiresAt\` = NULL, \`rotatedTo\` = NULL,
        \`lastUsedAt\` = NULL, \`connectionSettings\` = NULL WHERE \`tenantId\` = ?`,
      [tenantId],
    );
  }

  /** Ends a sandbox: its keys stop working at once. */
  async end(transaction: Transaction, tenantId: string, at: Date): Promise<void> {
    await transaction.entities((manager) => manager.update(Sandbox, { tenantId }, { deletedAt: at }));
    await transaction.entities((manager) =>
      manager.update(Tenant, { id: tenantId }, { status: 'suspended' }),
    );
  }

  /** Those whose time is over, and those that were ended. */
  async over(now: Date): Promise<Sandbox[]> {
    return this.sandboxes.find({
      where: [{ expiresAt: LessThan(now) }, { deletedAt: Not(IsNull()) }],
      take: 1000,
    });
  }

  async forget(tenantId: string): Promise<void> {
    await this.sandboxes.manager.delete(Tenant, { id: tenantId });
    await this.sandboxes.delete({ tenantId });
  }

  template(key: Pick<SandboxTemplate, 'seed' | 'day' | 'version'>): Promise<SandboxTemplate | null> {
    return this.sandboxes.manager.findOneBy(SandboxTemplate, key);
  }

  async addTemplate(template: SandboxTemplate): Promise<void> {
    await this.sandboxes.manager.insert(SandboxTemplate, template);
  }

  async markUsed({ seed, day, version }: SandboxTemplate, usedAt: Date): Promise<void> {
    await this.sandboxes.manager.update(SandboxTemplate, { seed, day, version }, { usedAt });
  }

  /** Templates that no sandbox was copied from since. */
  unusedTemplates(since: Date): Promise<SandboxTemplate[]> {
    return this.sandboxes.manager.findBy(SandboxTemplate, { usedAt: LessThan(since) });
  }

  /** Templates that were begun and not finished, because their process ended. */
  async unfinishedTemplates(before: Date): Promise<string[]> {
    const found = await this.sandboxes.manager.find(Tenant, {
      select: { id: true },
      where: { id: Like('sb%'), status: 'suspended', name: TEMPLATE_NAME, createdAt: LessThan(before) },
    });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return [];
    const finished = await this.sandboxes.manager.findBy(SandboxTemplate, { templateId: In(ids) });
    // A tester may give a sandbox that name.
    const sandboxes = await this.sandboxes.findBy({ tenantId: In(ids) });
    const known = new Set([
      ...finished.map(({ templateId }) => templateId),
      ...sandboxes.map(({ tenantId }) => tenantId),
    ]);
    return ids.filter((id) => !known.has(id));
  }

  /** Before the rows of a template are deleted, no sandbox finds it any more. @returns false when it was used since */
  async endTemplate({ templateId }: SandboxTemplate, since: Date): Promise<boolean> {
    const { affected } = await this.sandboxes.manager.delete(SandboxTemplate, {
      templateId,
      usedAt: LessThan(since),
    });
    return (affected ?? 0) > 0;
  }

  async forgetTenant(id: string): Promise<void> {
    await this.sandboxes.manager.delete(Tenant, { id });
  }
}

/** The name of the tenants from which sandboxes are copied. */
export const TEMPLATE_NAME = 'Template of sandboxes';
