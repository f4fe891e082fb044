import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { type Due, forcedFor, HAS_WALL_TIME, ofDue } from '../../tenancy/time/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { ReceivedEvent } from '../entities/received-event.entity.js';
import { OutboxEvent } from '../entities/outbox-event.entity.js';

/** More than twice the longest pause: a later time was stored before the clock was set back. */
const TOO_FAR_MS = 10 * 60_000;

/** Events from the move until they are delivered. Sweeps read those of all tenants. */
@Injectable()
export class OutboxRepository {
  private readonly codec: RowCodec<OutboxEvent>;

  constructor(@InjectRepository(OutboxEvent) private readonly events: Repository<OutboxEvent>) {
    this.codec = new RowCodec<OutboxEvent>(events.metadata);
  }

  async add(transaction: Transaction, event: Omit<OutboxEvent, 'id'>): Promise<void> {
    await transaction.entities((manager) => manager.insert(OutboxEvent, event));
  }

  /** Locks one event until the transaction ends; undefined when it is gone or another process has locked it. */
  async claim(
    transaction: Transaction,
    { tenantId, eventId, attempts }: Pick<OutboxEvent, 'tenantId' | 'eventId' | 'attempts'>,
  ): Promise<OutboxEvent | undefined> {
    const event = await transaction.entities((manager) =>
      manager.findOne(OutboxEvent, {
        where: { tenantId, eventId, attempts, deadLetteredAt: IsNull() },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      }),
    );
    return event ?? undefined;
  }

  async remove(transaction: Transaction, { tenantId, eventId }: OutboxEvent): Promise<void> {
    await transaction.entities((manager) => manager.delete(OutboxEvent, { tenantId, eventId }));
  }

  /**
   * The events that have been due for longest, with the earlier events of the same submissions that never failed: the
   * moves of one submission are delivered in their order, even when the clocks of the processes differ. Locks nothing,
   * so that sweeping processes do not wait for each other, and reads no more rows when the backlog is long.
   * @returns in the order of the moves
   */
  async due(due: Due, limit: number): Promise<OutboxEvent[]> {
    const { now } = due;
    const of = ofDue(due);
    const tooFar = new Date(now.getTime() + TOO_FAR_MS);
    const found: { id: number | string }[] = await this.events.query(
      `SELECT \`id\` FROM \`review_outbox\` ${forcedFor(due, 'ix_review_outbox_due')}
      WHERE \`deadLetteredAt\` IS NULL AND (\`nextAttemptAt\` <= ? OR \`nextAttemptAt\` > ?) AND ${of.sql}
      ORDER BY \`nextAttemptAt\`, \`id\` LIMIT ?`,
      [now, tooFar, ...of.values, limit],
    );
    return found.length === 0 ? [] : this.withEarlier(found.map(({ id }) => id));
  }

  /** When an event of a tenant is due after this moment; undefined when none is. */
  async nextDue({ tenantId }: Pick<Scope, 'tenantId'>, after: Date): Promise<Date | undefined> {
    const sql = `SELECT MIN(\`nextAttemptAt\`) AS \`next\` FROM \`review_outbox\`
      WHERE \`tenantId\` = ? AND \`deadLetteredAt\` IS NULL AND \`nextAttemptAt\` > ?`;
    const rows: { next: Date | null }[] = await this.events.query(sql, [tenantId, after]);
    return rows[0]?.next ?? undefined;
  }

  async noteFailure(
    { tenantId, eventId }: OutboxEvent,
    change: Pick<OutboxEvent, 'attempts' | 'nextAttemptAt' | 'lastError' | 'deadLetteredAt'>,
  ): Promise<void> {
    await this.events.update({ tenantId, eventId }, change);
  }

  deadLettered(): Promise<OutboxEvent[]> {
    return this.events.find({ where: { deadLetteredAt: Not(IsNull()) }, order: { id: 'ASC' } });
  }

  /**
   * Lets the next sweep retry dead-lettered events.
   * @returns how many
   */
  async retryDeadLetters(now: Date): Promise<number> {
    const result = await this.events.update(
      { deadLetteredAt: Not(IsNull()) },
      { deadLetteredAt: null, attempts: 0, nextAttemptAt: now },
    );
    return result.affected ?? 0;
  }

  async counts(): Promise<{ waiting: number; deadLettered: number; oldest: Date | null }> {
    // In the order of IDs, the server would read all dead-lettered events that come before the first waiting one.
    const [row]: { waiting: number | string; first: number | string | null }[] = await this.events.query(
      `SELECT COUNT(*) AS \`waiting\`, MIN(\`id\`) AS \`first\`
        FROM \`review_outbox\` FORCE INDEX (\`ix_review_outbox_tenant\`)
        WHERE \`deadLetteredAt\` IS NULL AND ${OF_UNIVERSITIES}`,
    );
    const [late]: { deadLettered: number | string }[] = await this.events.query(
      `SELECT COUNT(*) AS \`deadLettered\` FROM \`review_outbox\` FORCE INDEX (\`ix_review_outbox_tenant\`)
        WHERE \`deadLetteredAt\` IS NOT NULL AND ${OF_UNIVERSITIES}`,
    );
    const deadLettered = Number(late?.deadLettered ?? 0);
    const first = row?.first ? await this.events.findOneBy({ id: Number(row.first) }) : null;
    return { waiting: Number(row?.waiting ?? 0), deadLettered, oldest: first?.occurredAt ?? null };
  }

  /** Deletes the IDs of events that were received before that time. */
  async forgetReceived(before: Date): Promise<void> {
    await this.events.query(`DELETE FROM \`received_events\` WHERE \`at\` <= ? AND ${HAS_WALL_TIME}`, [
      before,
    ]);
  }

  /**
   * Stores the ID of an event whose move is written in this transaction, so that the same event does nothing when it is
   * emitted again.
   * @throws {QueryFailedError} a duplicate key, when the event had its effect before
   */
  async rememberEventId(
    transaction: Transaction,
    tenantId: string,
    eventId: string,
    at: Date,
  ): Promise<void> {
    await transaction.entities((manager) => manager.insert(ReceivedEvent, { tenantId, eventId, at }));
  }

  /**
   * Like {@link rememberEventId}, for a step that may meet other duplicate keys. It waits for another transaction that
   * stores the same ID.
   * @returns whether the event is new
   */
  async hearOnce(transaction: Transaction, tenantId: string, eventId: string, at: Date): Promise<boolean> {
    const sql = 'INSERT IGNORE INTO `received_events` (`tenantId`, `eventId`, `at`) VALUES (?, ?, ?)';
    const { affectedRows } = await transaction.execute(sql, [tenantId, eventId, at]);
    return affectedRows === 1;
  }

  /** Those of these event IDs that were received before. */
  async receivedAmong(tenantId: string, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    const sql = 'SELECT `eventId` FROM `received_events` WHERE `tenantId` = ? AND `eventId` IN (?)';
    const rows: { eventId: string }[] = await this.events.query(sql, [tenantId, eventIds]);
    return new Set(rows.map(({ eventId }) => eventId));
  }

  private async withEarlier(ids: readonly (number | string)[]): Promise<OutboxEvent[]> {
    const sql = `SELECT \`event\`.* FROM \`review_outbox\` \`due\`
      JOIN \`review_outbox\` \`event\` FORCE INDEX (\`ix_review_outbox_submission\`)
        ON \`event\`.\`tenantId\` = \`due\`.\`tenantId\` AND \`event\`.\`submissionId\` = \`due\`.\`submissionId\`
      WHERE \`due\`.\`id\` IN (?) AND \`event\`.\`deadLetteredAt\` IS NULL
        AND (\`event\`.\`id\` = \`due\`.\`id\` OR (\`event\`.\`id\` < \`due\`.\`id\` AND \`event\`.\`attempts\` = 0))
      ORDER BY \`event\`.\`id\``;
    const rows: Readonly<Record<string, unknown>>[] = await this.events.query(sql, [ids]);
    // An event that precedes several of them is found several times.
    return [...new Map(rows.map((row) => [row['id'], this.codec.fromRow(row)])).values()];
  }
}
