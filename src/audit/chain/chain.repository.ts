import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { quotedNames, RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AuditEvent } from '../audit-event.entity.js';
import type { ChainPoint, Hashed } from './entry-hash.js';

type Tenant = Pick<Scope, 'tenantId'>;

/** An entry that is to be written, with the digest that its hash is computed from. */
export interface ChainedEntry extends Hashed {
  readonly tenantId: string;
  /** See `foldedDigest`. */
  readonly folded: string;
}

/** What the server computes of an entry, from the variables that `HeadsRepository.lockInto` sets. */
const PLACE = '@auditEntries + ?';
const HASH = `SHA2(CONCAT(@auditHash, ':', ${PLACE}, ':', ?), 256)`;
const ROW = `(?, ${PLACE}, ${HASH})`;

/** The rows of `audit_events` by their place in the chain. Nothing else changes or removes them. */
@Injectable()
export class ChainRepository {
  private readonly codec: RowCodec<AuditEvent>;
  private readonly insert: string;
  private readonly given: readonly (keyof AuditEvent)[];

  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {
    this.codec = new RowCodec<AuditEvent>(events.metadata);
    this.given = this.codec.columnsBut(['id', 'position', 'hashedId', 'hash']);
    this.insert = `INSERT INTO \`audit_events\` (${quotedNames([...this.given, 'position', 'hash'])}) VALUES `;
  }

  /** Writes entries at the end of the chain, whose head this transaction has locked by `HeadsRepository.lockInto`. */
  async append(
    { tenantId }: Tenant,
    transaction: Transaction,
    entries: readonly ChainedEntry[],
  ): Promise<void> {
    const rows = this.codec.toRows(entries, this.given).map((row, index) => [...row, index]);
    let written = 0;
    for (const statement of statementsOf(rows)) {
      const values = statement.flatMap((row) => {
        const index = written;
        written += 1;
        return [row.slice(0, -1), index + 1, index + 1, entries[index]?.folded];
      });
      await transaction.write(this.insert + statement.map(() => ROW).join(', '), values);
    }
    // The server counts the IDs, so it knows them only now.
    await transaction.write(
      `UPDATE \`audit_events\` FORCE INDEX (\`uq_audit_events_position\`)
        SET \`hashedId\` = \`id\`, \`hash\` = SHA2(CONCAT(\`hash\`, ':', \`id\`), 256)
        WHERE \`tenantId\` = ? AND \`position\` > @auditEntries AND \`position\` <= @auditEntries + ?`,
      [tenantId, entries.length],
    );
  }

  /** Entries behind this one, in their order. */
  async behind({ tenantId }: Tenant, position: number, limit: number): Promise<AuditEvent[]> {
    const rows: Record<string, unknown>[] = await this.events.query(
      `SELECT * FROM \`audit_events\` FORCE INDEX (\`uq_audit_events_position\`)
        WHERE \`tenantId\` = ? AND \`position\` > ? ORDER BY \`position\` LIMIT ?`,
      [tenantId, position, limit],
    );
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** The newest position; 0 when there is none. */
  async newestPosition({ tenantId }: Tenant): Promise<number> {
    const [newest]: { position: number | string | null }[] = await this.events.query(
      'SELECT MAX(`position`) AS `position` FROM `audit_events` WHERE `tenantId` = ?',
      [tenantId],
    );
    return Number(newest?.position ?? 0);
  }

  async hashAt({ tenantId }: Tenant, position: number): Promise<string | undefined> {
    const found = await this.events.findOneBy({ tenantId, position });
    return found?.hash;
  }

  /**
   * Where the chain can be cut: at the last entry of the transaction with the last of the entries before `date`.
   * @param after position from which on to look
   * @returns undefined when no entry is that old
   */
  async cutBefore(
    { tenantId }: Tenant,
    transaction: Transaction,
    { after, date, limit }: { readonly after: number; readonly date: Date; readonly limit: number },
  ): Promise<ChainPoint | undefined> {
    const index = 'FORCE INDEX (`uq_audit_events_position`)';
    const rows = await transaction.read<{ position: number; at: Date }>(
      `SELECT \`position\`, \`at\` FROM \`audit_events\` ${index}
        WHERE \`tenantId\` = ? AND \`position\` > ? ORDER BY \`position\` LIMIT ?`,
      [tenantId, after, limit],
    );
    const younger = rows.findIndex(({ at }) => at >= date);
    const last = (younger === -1 ? rows : rows.slice(0, younger)).at(-1)?.position;
    if (last === undefined) return undefined;
    const [found] = await transaction.read<{ position: number; hash: string }>(
      `SELECT \`position\`, \`hash\` FROM \`audit_events\` ${index} WHERE \`tenantId\` = ? AND \`position\` >= ?
        AND \`position\` < COALESCE((SELECT \`position\` FROM \`audit_events\` ${index}
          WHERE \`tenantId\` = ? AND \`position\` > ? AND \`chainOffset\` = 0
          ORDER BY \`position\` LIMIT 1), 18446744073709551615)
        ORDER BY \`position\` DESC LIMIT 1`,
      [tenantId, last, tenantId, last],
    );
    return found;
  }

  /** @returns the entries that were removed, as far as boxes belong to them */
  async remove(
    { tenantId }: Tenant,
    transaction: Transaction,
    upTo: number,
  ): Promise<Pick<AuditEvent, 'people'>[]> {
    const condition = '`tenantId` = ? AND `position` <= ?';
    const rows = await transaction.read<Record<string, unknown>>(
      `SELECT \`people\` FROM \`audit_events\` WHERE ${condition} AND \`people\` IS NOT NULL`,
      [tenantId, upTo],
    );
    await transaction.write(`DELETE FROM \`audit_events\` WHERE ${condition}`, [tenantId, upTo]);
    return rows.map((row) => this.codec.fromRow(row));
  }
}
