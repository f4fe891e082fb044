import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityMetadata } from 'typeorm';

import { quotedNames } from '../database/statements/row-codec.js';
import type { Transaction } from '../database/transaction/transaction.js';

/** What a step locks last; so does a reset, which otherwise waits for a step that waits for it. */
const LOCKED_LAST = ['progress_stamps', 'change_events', 'sync_counters'];
/** What belongs to one sandbox alone: it is neither copied from a template nor emptied by a reset. */
const OWN_TABLES = new Set(['sandboxes', 'credentials']);
/** What a sandbox begins without: everything that opens a door, what testers have asked, and how the seed was made. */
const NOT_COPIED = new Set([
  ...OWN_TABLES,
  'sandbox_faults',
  'sandbox_requests',
  'change_events',
  'drop_folders',
  'feed_readers',
  'finished_runs',
  'naming_epochs',
  'namings',
  'key_handovers',
  'lost_stamps',
  'sessions',
  'sync_days',
  'target_contacts',
  'invitations',
  'passwords',
  'passkeys',
  'passkey_challenges',
  'second_factors',
  'recovery_codes',
  'sign_on_drafts',
  'sign_on_settings',
  'used_assertions',
  'alert_settings',
  'alert_webhooks',
  'list_views',
]);
const DELETED_AT_ONCE = 5000;

interface Table {
  readonly name: string;
  /** Its columns but the tenant's and those that the server counts. */
  readonly columns: readonly string[];
  readonly order: string;
  /** Forces an index that begins with the tenant, where the primary key does not. */
  readonly force: string;
}

/**
 * All rows of a tenant, in every table that has a column `tenantId`. The tables are read from the entities, so that a
 * new one is never forgotten.
 */
@Injectable()
export class TenantRowsRepository {
  private readonly tables: readonly Table[];

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.tables = dataSource.entityMetadatas
      .filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'tenantId'))
      .map(tableOf)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Copies what a template has, in a few round trips. */
  async copy(transaction: Transaction, from: string, to: string): Promise<void> {
    for (const { name, columns, order, force } of this.tables.filter(
      (table) => !NOT_COPIED.has(table.name),
    )) {
      const names = quotedNames(columns);
      await transaction.write(
        `INSERT INTO \`${name}\` (\`tenantId\`, ${names}) SELECT ?, ${names} FROM \`${name}\` ${force}
          WHERE \`tenantId\` = ? ORDER BY ${order}`,
        [to, from],
      );
    }
    // A process takes numbers in blocks, of which the template has used a part.
    await transaction.write(
      `UPDATE \`user_numbers\` SET \`next\` = COALESCE((SELECT MAX(CAST(SUBSTRING(\`id\`, 4) AS UNSIGNED)) + 1
        FROM \`users\` WHERE \`users\`.\`tenantId\` = ? AND \`id\` LIKE CONCAT(\`prefix\`, '______')), \`next\`)
        WHERE \`tenantId\` = ?`,
      [to, to],
    );
  }

  /** Empties a sandbox, which keeps its own row, and its keys where it stays in use. */
  async empty(transaction: Transaction, tenantId: string, goesOn: boolean): Promise<void> {
    const emptied = this.tables.map(({ name }) => name).filter((name) => !OWN_TABLES.has(name));
    for (const name of [...emptied.filter((one) => !LOCKED_LAST.includes(one)), ...LOCKED_LAST])
      await transaction.write(`DELETE FROM \`${name}\` WHERE \`tenantId\` = ?`, [tenantId]);
    if (!goesOn) await transaction.write('DELETE FROM `credentials` WHERE `tenantId` = ?', [tenantId]);
  }

  /**
   * Deletes everything but the sandbox's own row, in steps, so that no other tenant waits.
   * @returns how many rows there were
   */
  async deleteAll(tenantId: string): Promise<number> {
    let deleted = 0;
    for (const { name } of this.tables.filter((table) => table.name !== 'sandboxes')) {
      const sql = `DELETE FROM \`${name}\` WHERE \`tenantId\` = ? LIMIT ${DELETED_AT_ONCE}`;
      let affected: number;
      do {
        const result: { affectedRows: number } = await this.dataSource.query(sql, [tenantId]);
        affected = result.affectedRows;
        deleted += affected;
      } while (affected === DELETED_AT_ONCE);
    }
    return deleted;
  }
}

function tableOf({ tableName, columns, primaryColumns, indices }: EntityMetadata): Table {
  const copied = columns.filter(
    ({ databaseName, isGenerated }) => databaseName !== 'tenantId' && !isGenerated,
  );
  return {
    name: tableName,
    columns: copied.map(({ databaseName }) => databaseName),
    force: primaryColumns[0]?.databaseName === 'tenantId' ? '' : forceOf(indices),
    order: primaryColumns.map(({ databaseName }) => `\`${databaseName}\``).join(', '),
  };
}

function forceOf(indices: EntityMetadata['indices']): string {
  const index = indices.find(({ columns }) => columns[0]?.databaseName === 'tenantId');
  return index === undefined ? '' : `FORCE INDEX (\`${index.name}\`)`;
}
