import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { In, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  AlertMessage,
  type MessagePhase,
  type MessageStatus,
  type MessageWay,
  type Recipient,
} from '../entities/alert-message.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;
type Key = Pick<AlertMessage, 'tenantId' | 'incidentId' | 'phase' | 'recipient'>;

const KEY = '`tenantId` = ? AND `incidentId` = ? AND `phase` = ? AND `recipient` = ?';
const IS_KNOWN = 'ON DUPLICATE KEY UPDATE `recipient` = VALUES(`recipient`)';
const COLUMNS =
  '(`tenantId`, `incidentId`, `phase`, `recipient`, `way`, `status`, `attempts`, `dueAt`, `claim`, `createdAt`)';

const READ =
  '`tenantId`, `incidentId`, `phase`, `recipient`, `way`, `status`, `attempts`, `dueAt`, `claim`, `createdAt`, ' +
  '`sentAt`, `lastError`';

function valuesOf({ tenantId, incidentId, phase, recipient }: Key): unknown[] {
  return [tenantId, incidentId, phase, recipient];
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly status: MessageStatus;
  readonly sentAt: Date | null;
  readonly dueAt: Date;
  readonly lastError: string | null;
}

/** All SQL on the messages of incidents. */
@Injectable()
export class AlertMessagesRepository {
  constructor(@InjectRepository(AlertMessage) private readonly messages: Repository<AlertMessage>) {}

  /** Writes a message for each recipient; one that is there already stays as it is. */
  async add(
    { tenantId }: TenantScope,
    transaction: Transaction,
    {
      incidentId,
      phase,
      recipients,
      at,
    }: { incidentId: string; phase: MessagePhase; recipients: readonly Recipient[]; at: Date },
  ): Promise<void> {
    if (recipients.length === 0) return;
    const rows = recipients.map(({ way, recipient }) => {
      const key: unknown[] = [tenantId, incidentId, phase, recipient, way];
      return key.concat(['waiting', 0, at, null, at]);
    });
    await transaction.write(`INSERT INTO \`alert_messages\` ${COLUMNS} VALUES ? ${IS_KNOWN}`, [rows]);
  }

  /**
   * Writes the message of the end for each recipient of the opening, and withdraws openings that are not sent yet and
   * that no process is sending now.
   */
  async end(
    { tenantId }: TenantScope,
    transaction: Transaction,
    incidentId: string,
    at: Date,
  ): Promise<void> {
    const insert = `INSERT INTO \`alert_messages\` ${COLUMNS}
      SELECT * FROM (SELECT \`tenantId\`, \`incidentId\`, 'ended' AS \`phase\`, \`recipient\`,
          \`way\`, 'waiting' AS \`status\`,
          0 AS \`attempts\`, CAST(? AS DATETIME(3)) AS \`dueAt\`, NULL AS \`claim\`,
          CAST(? AS DATETIME(3)) AS \`createdAt\`
        FROM \`alert_messages\` WHERE \`tenantId\` = ? AND \`incidentId\` = ? AND \`phase\` = 'opened'
          AND \`status\` IN ('waiting', 'sent')) AS \`notified\` ${IS_KNOWN}`;
    await transaction.write(insert, [at, at, tenantId, incidentId]);
    const withdraw = `UPDATE \`alert_messages\` SET \`status\` = 'withdrawn', \`claim\` = NULL
      WHERE \`tenantId\` = ? AND \`incidentId\` = ? AND \`phase\` = 'opened' AND \`status\` = 'waiting'
        AND (\`claim\` IS NULL OR \`dueAt\` <= ?)`;
    await transaction.write(withdraw, [tenantId, incidentId, at]);
  }

  /** The messages of these incidents. */
  of({ tenantId }: TenantScope, incidentIds: readonly string[]): Promise<AlertMessage[]> {
    return this.messages.find({
      where: { tenantId, incidentId: In([...incidentIds]) },
      order: { createdAt: 'ASC', phase: 'DESC', recipient: 'ASC' },
    });
  }

  /**
   * Of each recipient, of any tenant, the oldest message that may be sent this way now; none of a recipient to whom a
   * process is sending. An end follows its opening.
   */
  due(way: MessageWay, now: Date, limit: number): Promise<AlertMessage[]> {
    const sql = `SELECT ${READ} FROM (
        SELECT ${READ}, ROW_NUMBER() OVER (PARTITION BY \`tenantId\`, \`recipient\`
            ORDER BY \`createdAt\`, \`incidentId\`, \`phase\` DESC) AS \`turn\`
          FROM \`alert_messages\` \`message\`
          WHERE \`status\` = 'waiting' AND \`way\` = ? AND \`dueAt\` <= ?
            AND EXISTS (SELECT 1 FROM \`alert_incidents\` \`incident\`
              WHERE \`incident\`.\`tenantId\` = \`message\`.\`tenantId\`
                AND \`incident\`.\`id\` = \`message\`.\`incidentId\`)
            AND (\`phase\` = 'opened' OR NOT EXISTS (SELECT 1 FROM \`alert_messages\` \`opening\`
              WHERE \`opening\`.\`tenantId\` = \`message\`.\`tenantId\`
                AND \`opening\`.\`incidentId\` = \`message\`.\`incidentId\` AND \`opening\`.\`phase\` = 'opened'
                AND \`opening\`.\`recipient\` = \`message\`.\`recipient\` AND \`opening\`.\`status\` = 'waiting'))
            AND (\`tenantId\`, \`recipient\`) NOT IN (SELECT \`tenantId\`, \`recipient\` FROM \`alert_messages\`
              WHERE \`status\` = 'waiting' AND \`way\` = ? AND \`dueAt\` > ? AND \`claim\` IS NOT NULL)
        ) \`due\`
      WHERE \`turn\` = 1 ORDER BY \`dueAt\`, \`tenantId\`, \`recipient\` LIMIT ?`;
    return this.messages.query(sql, [way, now, way, now, limit]);
  }

  /** Takes a message that is due. @returns whether this attempt has it, until the moment given */
  async claim(message: Key, claim: string, now: Date, until: Date): Promise<boolean> {
    const sql = `UPDATE \`alert_messages\` SET \`claim\` = ?, \`dueAt\` = ?, \`attempts\` = \`attempts\` + 1
      WHERE ${KEY} AND \`status\` = 'waiting' AND \`dueAt\` <= ?`;
    const result: ResultSetHeader = await this.messages.query(sql, [claim, until, ...valuesOf(message), now]);
    return result.affectedRows === 1;
  }

  /** Writes how an attempt ended, unless a later one has begun. */
  async finish(message: Key, claim: string, { status, sentAt, dueAt, lastError }: AttemptEnd): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`status\` = ?, \`sentAt\` = ?, \`dueAt\` = ?, \`lastError\` = ?,
        \`claim\` = NULL
      WHERE ${KEY} AND \`claim\` = ?`;
    await this.messages.query(sql, [status, sentAt, dueAt, lastError, ...valuesOf(message), claim]);
  }

  /** Puts a message off that no attempt has, unless it became due at another moment since it was read. */
  async putOff(message: Key & Pick<AlertMessage, 'dueAt'>, until: Date): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`dueAt\` = ?
      WHERE ${KEY} AND \`status\` = 'waiting' AND \`claim\` IS NULL AND \`dueAt\` = ?`;
    await this.messages.query(sql, [until, ...valuesOf(message), message.dueAt]);
  }

  /** Lets messages of the tenant be looked at again that were put off and never tried. */
  async wake({ tenantId }: TenantScope, transaction: Transaction, now: Date): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`dueAt\` = ?
      WHERE \`status\` = 'waiting' AND \`dueAt\` > ? AND \`tenantId\` = ? AND \`claim\` IS NULL AND \`attempts\` = 0`;
    await transaction.write(sql, [now, now, tenantId]);
  }

  /**
   * Lets the message of the opening be looked at again, as its snooze has another end. Also one that is due has another
   * moment afterwards: a process that has read the snooze of before does not put it off ({@link putOff}).
   */
  async wakeOne(
    { tenantId }: TenantScope,
    transaction: Transaction,
    incidentId: string,
    now: Date,
  ): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`dueAt\` = ?
      WHERE \`tenantId\` = ? AND \`incidentId\` = ? AND \`phase\` = 'opened' AND \`status\` = 'waiting'
        AND \`claim\` IS NULL`;
    await transaction.write(sql, [now, tenantId, incidentId]);
  }

  /** Lets what waits for a recipient that did not take a message wait with it; each would fail alike. */
  async rest({ tenantId, recipient, way }: AlertMessage, until: Date): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`dueAt\` = ?
      WHERE \`tenantId\` = ? AND \`recipient\` = ? AND \`way\` = ? AND \`status\` = 'waiting'
        AND \`claim\` IS NULL AND \`dueAt\` < ?`;
    await this.messages.query(sql, [until, tenantId, recipient, way, until]);
  }

  /** Gives up what waits for a webhook, because it is gone or was removed. */
  async refuseWebhook(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    reason: string,
  ): Promise<void> {
    const sql = `UPDATE \`alert_messages\` SET \`status\` = 'refused', \`claim\` = NULL, \`lastError\` = ?
      WHERE \`tenantId\` = ? AND \`recipient\` = ? AND \`way\` = 'webhook' AND \`status\` = 'waiting'`;
    await transaction.write(sql, [reason, tenantId, id]);
  }

  /**
   * Gives up messages that could not be sent since this moment. The time of a snooze does not count: it begins again
   * when the snooze is over.
   * @returns how many
   */
  async expire(before: Date): Promise<number> {
    const sql = `UPDATE \`alert_messages\` SET \`status\` = 'expired', \`claim\` = NULL
      WHERE \`status\` = 'waiting' AND \`createdAt\` < ?
        AND NOT EXISTS (SELECT 1 FROM \`alert_incidents\` \`incident\`
          WHERE \`incident\`.\`tenantId\` = \`alert_messages\`.\`tenantId\`
            AND \`incident\`.\`id\` = \`alert_messages\`.\`incidentId\`
            AND \`incident\`.\`endedAt\` IS NULL AND \`incident\`.\`snoozedUntil\` >= ?)`;
    const result: ResultSetHeader = await this.messages.query(sql, [before, before]);
    return result.affectedRows;
  }

  /** Mails of all tenants that wait, and those of them that were tried in vain, for the operator. */
  async waitingOfAll(): Promise<{ waiting: number; failing: number }> {
    const sql = `SELECT COUNT(*) AS \`waiting\`, COALESCE(SUM(\`lastError\` IS NOT NULL), 0) AS \`failing\`
      FROM \`alert_messages\` FORCE INDEX (\`ix_alert_messages_due\`)
      WHERE \`status\` = 'waiting' AND \`way\` = 'mail'`;
    const [row]: { waiting: number | string; failing: number | string }[] = await this.messages.query(sql);
    return { waiting: Number(row?.waiting ?? 0), failing: Number(row?.failing ?? 0) };
  }

  /** @returns how many were deleted; fewer than `limit` when no older ones are left */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    const sql = 'DELETE FROM `alert_messages` WHERE `createdAt` < ? ORDER BY `createdAt` LIMIT ?';
    const result: ResultSetHeader = await this.messages.query(sql, [before, limit]);
    return result.affectedRows;
  }
}
