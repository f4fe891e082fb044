import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, Not, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { HeardEvent } from '../entities/heard-event.entity.js';
import { OutboxEvent } from '../entities/outbox-event.entity.js';

/** No event waits for half as long: a time beyond was noted before the clock was put back. */
const TOO_FAR_MS = 10 * 60_000;

/** Events wait here from the move until they are heard. Sweeping them is not bound to a tenant. */
@Injectable()
export class OutboxRepository {
  private readonly codec: RowCodec<OutboxEvent>;

  constructor(@InjectRepository(OutboxEvent) private readonly events: Repository<OutboxEvent>) {
    this.codec = new RowCodec<OutboxEvent>(events.metadata);
  }

  async add(transaction: Transaction, event: Omit<OutboxEvent, 'id'>): Promise<void> {
    await transaction.entities((manager) => manager.insert(OutboxEvent, event));
  }

  /** Takes one event for the rest of the transaction; undefined when it is gone or another process has it. */
  async claim(
    transaction: Transaction,
    { tenantId, eventId, attempts }: Pick<OutboxEvent, 'tenantId' | 'eventId' | 'attempts'>,
  ): Promise<OutboxEvent | undefined> {
    const event = await transaction.entities((manager) =>
      manager.findOne(OutboxEvent, {
        where: { tenantId, eventId, attempts, parkedAt: IsNull() },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      }),
    );
    return event ?? undefined;
  }

  async remove(transaction: Transaction, { tenantId, eventId }: OutboxEvent): Promise<void> {
    await transaction.entities((manager) => manager.delete(OutboxEvent, { tenantId, eventId }));
  }

  /**
   * So many of the events whose time has come, those that waited longest since, in the order of their moves; with the
   * earlier events of the same submissions that never failed, so that the moves of one are heard in their order,
   * whatever the clocks of the processes say. Reads only, so that sweeping processes do not hinder each other, and no
   * more than is asked for, however long the backlog is: in the order of the index of what is due.
   */
  async due(now: Date, limit: number): Promise<OutboxEvent[]> {
    const tooFar = new Date(now.getTime() + TOO_FAR_MS);
    const found: { id: number | string }[] = await this.events.query(
      `SELECT \`id\` FROM \`review_outbox\` FORCE INDEX (\`ix_review_outbox_due\`)
      WHERE \`parkedAt\` IS NULL AND (\`nextAttemptAt\` <= ? OR \`nextAttemptAt\` > ?)
      ORDER BY \`nextAttemptAt\`, \`id\` LIMIT ?`,
      [now, tooFar, limit],
    );
    return found.length === 0 ? [] : this.withEarlier(found.map(({ id }) => id));
  }

  async noteFailure(
    { tenantId, eventId }: OutboxEvent,
    change: Pick<OutboxEvent, 'attempts' | 'nextAttemptAt' | 'lastError' | 'parkedAt'>,
  ): Promise<void> {
    await this.events.update({ tenantId, eventId }, change);
  }

  parked(): Promise<OutboxEvent[]> {
    return this.events.find({ where: { parkedAt: Not(IsNull()) }, order: { id: 'ASC' } });
  }

  /** Lets parked events be tried again at once. @returns how many */
  async unpark(now: Date): Promise<number> {
    const result = await this.events.update(
      { parkedAt: Not(IsNull()) },
      { parkedAt: null, attempts: 0, nextAttemptAt: now },
    );
    return result.affected ?? 0;
  }

  async counts(): Promise<{ waiting: number; parked: number; oldest: Date | null }> {
    // Asked for the first row in the order of IDs, the server would walk through all that are parked before it.
    const [row]: { waiting: number | string; first: number | string | null }[] = await this.events.query(
      'SELECT COUNT(*) AS `waiting`, MIN(`id`) AS `first` FROM `review_outbox` WHERE `parkedAt` IS NULL',
    );
    const parked = await this.events.countBy({ parkedAt: Not(IsNull()) });
    const first = row?.first ? await this.events.findOneBy({ id: Number(row.first) }) : null;
    return { waiting: Number(row?.waiting ?? 0), parked, oldest: first?.occurredAt ?? null };
  }

  /** Forgets which events were heard long ago. */
  async forgetHeard(before: Date): Promise<void> {
    await this.events.manager.delete(HeardEvent, { at: LessThanOrEqual(before) });
  }

  /** Notes that another module's event was taken in. @throws a duplicate-key error when it was before */
  async hear(transaction: Transaction, tenantId: string, eventId: string, at: Date): Promise<void> {
    await transaction.entities((manager) => manager.insert(HeardEvent, { tenantId, eventId, at }));
  }

  private async withEarlier(ids: readonly (number | string)[]): Promise<OutboxEvent[]> {
    const sql = `SELECT \`event\`.* FROM \`review_outbox\` \`due\`
      JOIN \`review_outbox\` \`event\` FORCE INDEX (\`ix_review_outbox_submission\`)
        ON \`event\`.\`tenantId\` = \`due\`.\`tenantId\` AND \`event\`.\`submissionId\` = \`due\`.\`submissionId\`
      WHERE \`due\`.\`id\` IN (?) AND \`event\`.\`parkedAt\` IS NULL
        AND (\`event\`.\`id\` = \`due\`.\`id\` OR (\`event\`.\`id\` < \`due\`.\`id\` AND \`event\`.\`attempts\` = 0))
      ORDER BY \`event\`.\`id\``;
    const rows: Readonly<Record<string, unknown>>[] = await this.events.query(sql, [ids]);
    // One that several of them come after is found as often.
    return [...new Map(rows.map((row) => [row['id'], this.codec.fromRow(row)])).values()];
  }
}
