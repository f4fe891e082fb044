import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { TargetContact } from '../entities/target-contact.entity.js';

type Key = Pick<TargetContact, 'tenantId' | 'targetSystem'>;

/** All SQL on contacts of connectors. */
@Injectable()
export class ContactsRepository {
  constructor(@InjectRepository(TargetContact) private readonly contacts: Repository<TargetContact>) {}

  of({ tenantId }: Pick<Scope, 'tenantId'>): Promise<TargetContact[]> {
    return this.contacts.findBy({ tenantId });
  }

  /** Locks what is known of these, in one order. */
  lock(transaction: Transaction, keys: readonly Key[]): Promise<TargetContact[]> {
    return transaction.entities((manager) =>
      manager.find(TargetContact, {
        where: keys.map(({ tenantId, targetSystem }) => ({ tenantId, targetSystem })),
        order: { tenantId: 'ASC', targetSystem: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  /** Stores contacts, and leaves limits as they are. */
  async save(
    transaction: Transaction,
    contacts: readonly Omit<TargetContact, 'silentAfterMinutes'>[],
  ): Promise<void> {
    const sql =
      'INSERT INTO `target_contacts` (`tenantId`, `targetSystem`, `lastAt`, `gaps`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `lastAt` = VALUES(`lastAt`), `gaps` = VALUES(`gaps`)';
    const rows = contacts.map(({ tenantId, targetSystem, lastAt, gaps }) => [
      tenantId,
      targetSystem,
      lastAt,
      JSON.stringify(gaps),
    ]);
    await transaction.write(sql, [rows]);
  }

  /** The target systems that no connector has contacted since then, or ever. */
  async silentSince({ tenantId }: Pick<Scope, 'tenantId'>, before: Date): Promise<string[]> {
    const rows = await this.contacts.find({
      select: { targetSystem: true },
      where: [
        { tenantId, lastAt: LessThan(before) },
        { tenantId, lastAt: IsNull() },
      ],
    });
    return rows.map(({ targetSystem }) => targetSystem);
  }

  /** Deletes the contacts and the limit of a target system, unless a connector has contacted it since then. */
  async forget({ tenantId }: Pick<Scope, 'tenantId'>, targetSystem: string, before: Date): Promise<void> {
    await this.contacts.delete([
      { tenantId, targetSystem, lastAt: LessThan(before) },
      { tenantId, targetSystem, lastAt: IsNull() },
    ]);
  }

  /** @param minutes null: as learned */
  async setLimit(
    transaction: Transaction,
    { tenantId, targetSystem }: Key,
    minutes: number | null,
  ): Promise<void> {
    const sql =
      'INSERT INTO `target_contacts` (`tenantId`, `targetSystem`, `gaps`, `silentAfterMinutes`) VALUES (?, ?, ?, ?) ' +
      'ON DUPLICATE KEY UPDATE `silentAfterMinutes` = VALUES(`silentAfterMinutes`)';
    await transaction.write(sql, [tenantId, targetSystem, '[]', minutes]);
  }
}
