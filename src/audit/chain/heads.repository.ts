import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { RowCodec } from '../../database/statements/row-codec.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AuditHead } from './audit-head.entity.js';
import { type ChainPoint, NO_HASH } from './entry-hash.js';

type Tenant = Pick<Scope, 'tenantId'>;

/** The heads of the chains. A transaction locks a head last. */
@Injectable()
export class HeadsRepository {
  private readonly codec: RowCodec<AuditHead>;

  constructor(@InjectRepository(AuditHead) private readonly heads: Repository<AuditHead>) {
    this.codec = new RowCodec<AuditHead>(heads.metadata);
  }

  /** Undefined when the tenant has no entry. */
  async find({ tenantId }: Tenant): Promise<AuditHead | undefined> {
    const rows: Record<string, unknown>[] = await this.heads.query(
      'SELECT * FROM `audit_heads` WHERE `tenantId` = ?',
      [tenantId],
    );
    return rows.map((row) => this.headFrom(row))[0];
  }

  /**
   * Locks the head until the transaction ends, and sets the variables `@auditEntries` and `@auditHash` of the
   * connection to it. Both statements travel with those that use them, so that the head is not locked during a round
   * trip.
   */
  async lockInto({ tenantId }: Tenant, transaction: Transaction): Promise<void> {
    await this.make({ tenantId }, transaction);
    await transaction.write(
      'SELECT `entries`, `hash` INTO @auditEntries, @auditHash FROM `audit_heads` WHERE `tenantId` = ? FOR UPDATE',
      [tenantId],
    );
  }

  /** The end of the chain is so many entries further. */
  async advance({ tenantId }: Tenant, transaction: Transaction, by: number): Promise<void> {
    await transaction.write(
      `UPDATE \`audit_heads\` SET \`entries\` = @auditEntries + ?, \`hash\` = (SELECT \`hash\` FROM \`audit_events\`
        WHERE \`tenantId\` = ? AND \`position\` = @auditEntries + ?) WHERE \`tenantId\` = ?`,
      [by, tenantId, by, tenantId],
    );
  }

  /** Locks the head until the transaction ends, and reads it. */
  async lock(scope: Tenant, transaction: Transaction): Promise<AuditHead> {
    await this.make(scope, transaction);
    const rows = await transaction.read<Record<string, unknown>>(
      'SELECT * FROM `audit_heads` WHERE `tenantId` = ? FOR UPDATE',
      [scope.tenantId],
    );
    const [head] = rows.map((row) => this.headFrom(row));
    if (head === undefined) throw new Error('a head that was just made is missing');
    return head;
  }

  /** The entries up to this one are removed. */
  async noteRemoved(
    { tenantId }: Tenant,
    transaction: Transaction,
    { position, hash }: ChainPoint,
  ): Promise<void> {
    await transaction.write(
      'UPDATE `audit_heads` SET `removed` = ?, `removedHash` = ? WHERE `tenantId` = ?',
      [position, hash, tenantId],
    );
  }

  /** Locks the head when it is there. */
  private async make({ tenantId }: Tenant, transaction: Transaction): Promise<void> {
    await transaction.write(
      `INSERT INTO \`audit_heads\` (\`tenantId\`, \`entries\`, \`hash\`, \`removed\`, \`removedHash\`)
        VALUES (?, 0, ?, 0, ?) ON DUPLICATE KEY UPDATE \`removed\` = \`removed\``,
      [tenantId, NO_HASH, NO_HASH],
    );
  }

  private headFrom(row: Readonly<Record<string, unknown>>): AuditHead {
    return this.codec.fromRow(row);
  }
}
