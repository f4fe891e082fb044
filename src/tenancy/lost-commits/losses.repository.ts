import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThanOrEqual, Repository } from 'typeorm';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { OF_UNIVERSITIES } from '../credentials/secrets.js';
import { CommitLoss } from './commit-loss.entity.js';
import { LostStamps } from './lost-stamps.entity.js';

/** The last stamp of a tenant; 0 when it has none. */
export interface LastStamp {
  readonly tenantId: string;
  readonly last: number;
}

/** What a loss refuses. */
export type RefusedStamps = Omit<LostStamps, 'after'>;

/** A loss of a tenant. */
export type LossOfTenant = Pick<CommitLoss, 'id' | 'foundAt' | 'firstAt' | 'lastAt'>;

@Injectable()
export class LossesRepository {
  constructor(
    @InjectRepository(CommitLoss) private readonly losses: Repository<CommitLoss>,
    @InjectRepository(LostStamps) private readonly stamps: Repository<LostStamps>,
  ) {}

  /** The last stamp of a tenant that is refused; 0 when nothing was lost. */
  async upTo(tenantId: string): Promise<number> {
    const sql = 'SELECT `upTo` FROM `lost_stamps` WHERE `tenantId` = ? ORDER BY `upTo` DESC LIMIT 1';
    const rows: { upTo: number }[] = await this.stamps.query(sql, [tenantId]);
    return rows[0]?.upTo ?? 0;
  }

  /** How many losses were found since. */
  countSince(moment: Date): Promise<number> {
    return this.losses.countBy({ foundAt: MoreThanOrEqual(moment) });
  }

  /** Losses that were found since, and are known to be of commits of this tenant. */
  ofTenant(tenantId: string, moment: Date): Promise<LossOfTenant[]> {
    const sql = `SELECT DISTINCT \`l\`.\`id\`, \`l\`.\`foundAt\`, \`l\`.\`firstAt\`, \`l\`.\`lastAt\`
      FROM \`lost_stamps\` \`s\` JOIN \`commit_losses\` \`l\` ON \`l\`.\`id\` = \`s\`.\`lossId\`
      WHERE \`s\`.\`tenantId\` = ? AND \`s\`.\`isKnown\` = 1 AND \`l\`.\`foundAt\` >= ? ORDER BY \`l\`.\`id\``;
    return this.losses.query(sql, [tenantId, moment]);
  }

  /** The newest loss of those found since whose span touches this one; undefined when there is none. */
  async touching(
    transaction: Transaction,
    { firstAt, lastAt }: Pick<CommitLoss, 'firstAt' | 'lastAt'>,
    since: Date,
  ): Promise<number | undefined> {
    const sql = `SELECT \`id\` FROM \`commit_losses\`
      WHERE \`foundAt\` >= ? AND \`firstAt\` <= ? AND \`lastAt\` >= ? ORDER BY \`id\` DESC LIMIT 1`;
    const rows = await transaction.read<{ id: number }>(sql, [since, lastAt, firstAt]);
    return rows[0]?.id;
  }

  async insert(transaction: Transaction, loss: Omit<CommitLoss, 'id'>): Promise<number> {
    const sql =
      'INSERT INTO `commit_losses` (`foundAt`, `firstAt`, `lastAt`, `formerServer`, `server`) VALUES (?, ?, ?, ?, ?)';
    const { foundAt, firstAt, lastAt, formerServer, server } = loss;
    return (await transaction.execute(sql, [foundAt, firstAt, lastAt, formerServer, server])).insertId;
  }

  async widen(
    transaction: Transaction,
    id: number,
    { firstAt, lastAt }: Pick<CommitLoss, 'firstAt' | 'lastAt'>,
  ): Promise<void> {
    const sql =
      'UPDATE `commit_losses` SET `firstAt` = LEAST(`firstAt`, ?), `lastAt` = GREATEST(`lastAt`, ?) WHERE `id` = ?';
    await transaction.write(sql, [firstAt, lastAt, id]);
  }

  /**
   * Locks the last stamps of these tenants, of those that there are.
   * @param upTo if given, also those of the universities for which the loss does not refuse stamps up to this one
   */
  async lockStamps(
    transaction: Transaction,
    tenantIds: readonly string[],
    lossId: number,
    upTo: number | undefined,
  ): Promise<LastStamp[]> {
    const tenants = await transaction.read<{ tenantId: string }>(
      `SELECT \`tenantId\` FROM (SELECT \`id\` AS \`tenantId\` FROM \`tenants\`) \`t\`
        WHERE (? AND ${OF_UNIVERSITIES} AND NOT EXISTS (SELECT 1 FROM \`lost_stamps\` \`s\`
            WHERE \`s\`.\`tenantId\` = \`t\`.\`tenantId\` AND \`s\`.\`lossId\` = ? AND \`s\`.\`upTo\` >= ?))
          OR \`tenantId\` IN (?) ORDER BY \`tenantId\``,
      [upTo !== undefined, lossId, upTo ?? 0, ['', ...tenantIds]],
    );
    const ids = tenants.map(({ tenantId }) => tenantId);
    const locked = await transaction.read<LastStamp>(
      'SELECT `tenantId`, `last` FROM `progress_stamps` WHERE `tenantId` IN (?) ORDER BY `tenantId` FOR UPDATE',
      [['', ...ids]],
    );
    const last = new Map(locked.map((row) => [row.tenantId, row.last]));
    return ids.map((tenantId) => ({ tenantId, last: last.get(tenantId) ?? 0 }));
  }

  /** Refuses these stamps from now on, and gives out none of them any more. The last stamps are locked. */
  async refuse(transaction: Transaction, rows: readonly RefusedStamps[]): Promise<void> {
    const refused = rows.map(({ tenantId, upTo, lossId, isKnown }) => [tenantId, upTo, lossId, isKnown]);
    const raised = rows.map(({ tenantId, upTo }) => [tenantId, upTo + 1]);
    for (const statement of statementsOf(refused))
      await transaction.write(
        'INSERT INTO `lost_stamps` (`tenantId`, `upTo`, `lossId`, `isKnown`) VALUES ?',
        [statement],
      );
    for (const statement of statementsOf(raised))
      await transaction.write(
        'INSERT INTO `progress_stamps` (`tenantId`, `last`) VALUES ? ' +
          'ON DUPLICATE KEY UPDATE `last` = GREATEST(`last`, VALUES(`last`))',
        [statement],
      );
  }

  /**
   * Another process knows lost commits of a tenant up to this stamp.
   * @returns false when the loss does not refuse that stamp
   */
  async know(transaction: Transaction, lossId: number, tenantId: string, last: number): Promise<boolean> {
    const { affectedRows } = await transaction.execute(
      'UPDATE `lost_stamps` SET `isKnown` = 1 WHERE `tenantId` = ? AND `lossId` = ? AND `upTo` >= ?',
      [tenantId, lossId, last],
    );
    return affectedRows > 0;
  }

  async knowAll(transaction: Transaction, lossId: number): Promise<void> {
    await transaction.write('UPDATE `lost_stamps` SET `isKnown` = 1 WHERE `lossId` = ?', [lossId]);
  }

  async deleteBefore(moment: Date): Promise<void> {
    await this.stamps.query(
      'DELETE `s` FROM `lost_stamps` `s` JOIN `commit_losses` `l` ON `l`.`id` = `s`.`lossId` WHERE `l`.`foundAt` < ?',
      [moment],
    );
    await this.losses.query('DELETE FROM `commit_losses` WHERE `foundAt` < ?', [moment]);
  }
}
