import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { In, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { AlertIncident, type IncidentEnd } from '../entities/alert-incident.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** `awake` and `snoozed` are open: those that need an administrator now, and those that are silenced. */
export const INCIDENT_STATES = ['open', 'awake', 'snoozed', 'ended'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Which incidents of a tenant a list has. */
export interface IncidentFilter {
  readonly state?: IncidentState | undefined;
  readonly kind?: string | undefined;
  /** The time of the tenant. */
  readonly now: Date;
}

/** Until when an incident is silenced, since when, by whom and why. */
export type Snooze = Pick<AlertIncident, 'snoozedUntil' | 'snoozedAt' | 'snoozedBy' | 'snoozeNote'>;

export const NO_SNOOZE: Snooze = { snoozedUntil: null, snoozedAt: null, snoozedBy: null, snoozeNote: null };

/** Which part of a list, in which order. */
export interface IncidentRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

const LISTED = 'FROM `alert_incidents` FORCE INDEX (`ix_alert_incidents_list`) WHERE `tenantId` = ?';
const IS_AWAKE = '(`snoozedUntil` IS NULL OR `snoozedUntil` <= ?)';
const STATES: Readonly<Record<IncidentState, string>> = {
  open: ' AND `endedAt` IS NULL',
  awake: ` AND \`endedAt\` IS NULL AND ${IS_AWAKE}`,
  snoozed: ' AND `endedAt` IS NULL AND `snoozedUntil` > ?',
  ended: ' AND `endedAt` IS NOT NULL',
};

export function newIncidentId(): string {
  return `al_${randomBytes(13).toString('hex')}`;
}

/** All SQL on incidents. */
@Injectable()
export class AlertIncidentsRepository {
  constructor(@InjectRepository(AlertIncident) private readonly incidents: Repository<AlertIncident>) {}

  /** The incidents that are open, the first that opened first. */
  async open({ tenantId }: TenantScope): Promise<AlertIncident[]> {
    const found = await this.incidents
      .createQueryBuilder('incident')
      .where('incident.tenantId = :tenantId AND incident.openKey > :blank', { tenantId, blank: '' })
      .getMany();
    return found.sort((one, other) => one.openedAt.getTime() - other.openedAt.getTime());
  }

  /** How many of those that are open are not snoozed. */
  async awakeCount({ tenantId }: TenantScope, now: Date): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`awake\` FROM \`alert_incidents\` FORCE INDEX (\`uq_alert_incidents_open\`)
      WHERE \`tenantId\` = ? AND \`openKey\` > '' AND ${IS_AWAKE}`;
    const [row]: { awake: number | string }[] = await this.incidents.query(sql, [tenantId, now]);
    return Number(row?.awake ?? 0);
  }

  /** The same, locked until the transaction ends. */
  lockOpen({ tenantId }: TenantScope, transaction: Transaction): Promise<AlertIncident[]> {
    return transaction.entities((manager) =>
      manager
        .createQueryBuilder(AlertIncident, 'incident')
        .setLock('pessimistic_write')
        .where('incident.tenantId = :tenantId AND incident.openKey > :blank', { tenantId, blank: '' })
        .getMany(),
    );
  }

  async add(transaction: Transaction, incidents: readonly AlertIncident[]): Promise<void> {
    if (incidents.length > 0)
      await transaction.entities((manager) => manager.insert(AlertIncident, [...incidents]));
  }

  async updateFacts(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    { facts, sentences, about }: Pick<AlertIncident, 'facts' | 'sentences' | 'about'>,
  ): Promise<void> {
    const sql =
      'UPDATE `alert_incidents` SET `facts` = ?, `sentences` = ?, `about` = ? WHERE `tenantId` = ? AND `id` = ?';
    await transaction.write(sql, [facts, JSON.stringify(sentences), about, tenantId, id]);
  }

  /** One incident, locked until the transaction ends. */
  lockOne({ tenantId }: TenantScope, transaction: Transaction, id: string): Promise<AlertIncident | null> {
    return transaction.entities((manager) =>
      manager.findOne(AlertIncident, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  async snooze(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    { snoozedUntil, snoozedAt, snoozedBy, snoozeNote }: Snooze,
  ): Promise<void> {
    const sql =
      'UPDATE `alert_incidents` SET `snoozedUntil` = ?, `snoozedAt` = ?, `snoozedBy` = ?, `snoozeNote` = ? ' +
      'WHERE `tenantId` = ? AND `id` = ?';
    await transaction.write(sql, [snoozedUntil, snoozedAt, snoozedBy, snoozeNote, tenantId, id]);
  }

  async end(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    { at, by }: { readonly at: Date; readonly by: IncidentEnd },
  ): Promise<void> {
    const sql =
      'UPDATE `alert_incidents` SET `openKey` = NULL, `endedAt` = ?, `endedBy` = ?, `snoozedUntil` = NULL, ' +
      '`snoozedAt` = NULL, `snoozedBy` = NULL, `snoozeNote` = NULL WHERE `tenantId` = ? AND `id` = ?';
    await transaction.write(sql, [at, by, tenantId, id]);
  }

  find({ tenantId }: TenantScope, id: string): Promise<AlertIncident | null> {
    return this.incidents.findOneBy({ tenantId, id });
  }

  async page(
    { tenantId }: TenantScope,
    { state, kind, now }: IncidentFilter,
    { order, offset, limit }: IncidentRange,
  ): Promise<{ rows: AlertIncident[]; total: number }> {
    const where = `${LISTED}${state === undefined ? '' : STATES[state]}${kind === undefined ? '' : ' AND `kind` = ?'}`;
    const isTimed = state === 'awake' || state === 'snoozed';
    const values = [tenantId, ...(isTimed ? [now] : []), ...(kind === undefined ? [] : [kind])];
    const [counted]: { total: number | string }[] = await this.incidents.query(
      `SELECT COUNT(*) AS \`total\` ${where}`,
      values,
    );
    const found: { id: string }[] = await this.incidents.query(
      `SELECT \`id\` ${where} ORDER BY \`openedAt\` ${order}, \`id\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    const rows = await this.incidents.find({
      where: { tenantId, id: In(found.map(({ id }) => id)) },
      order: { openedAt: order, id: order },
    });
    return { rows, total: Number(counted?.total ?? 0) };
  }

  /** How many incidents of all universities are open, by kind, for the operator. */
  async openOfAll(): Promise<Map<string, number>> {
    const sql = `SELECT \`kind\`, COUNT(*) AS \`open\`
      FROM \`alert_incidents\` FORCE INDEX (\`ix_alert_incidents_ended\`)
      WHERE \`endedAt\` IS NULL AND ${OF_UNIVERSITIES} GROUP BY \`kind\``;
    const rows: { kind: string; open: number | string }[] = await this.incidents.query(sql);
    return new Map(rows.map(({ kind, open }) => [kind, Number(open)]));
  }

  /** @returns how many were deleted; fewer than `limit` when no older ones are left */
  async deleteEndedBefore(before: Date, limit: number): Promise<number> {
    const sql = 'DELETE FROM `alert_incidents` WHERE `endedAt` < ? ORDER BY `endedAt` LIMIT ?';
    const result: ResultSetHeader = await this.incidents.query(sql, [before, limit]);
    return result.affectedRows;
  }
}
