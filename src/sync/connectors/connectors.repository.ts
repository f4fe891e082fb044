import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/secrets.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import { SyncConnectorTally } from '../entities/sync-connector-tally.entity.js';
import { dayBefore, tenMinutesOf } from './ten-minutes.js';

/** Counters of one connector and ten minutes; with this many, two writers seldom wait for the same one. */
const PARTS = 4;
/** A tenant without targets may have as many labels as items; the answer has those for which most waits. */
const MOST_SYSTEMS = 500;

/** A credential that takes items of a target system; blank is no target system. */
export type ConnectorKey = Pick<SyncClaim, 'targetSystem' | 'apiKey'>;

export type ConnectorCounts = ConnectorKey &
  Pick<SyncConnectorTally, 'lastClaimAt' | 'claimed' | 'sent' | 'failed'>;

/** The leases of a connector that are out. */
export type ConnectorLeases = ConnectorKey & { readonly inFlight: number; readonly oldestLeaseUntil: Date };

/** A lease that is out. */
export type OutLease = Pick<
  SyncClaim,
  'claimId' | 'submissionId' | 'formType' | 'apiKey' | 'attempt' | 'claimedAt' | 'leaseUntil'
>;

/** What is queued for a target system. */
export interface SystemWaiting {
  readonly targetSystem: string;
  readonly waiting: number;
}

/** As the server answers sums: a number or its text. */
type Raw<T> = { [Key in keyof T]: T[Key] extends number ? number | string : T[Key] };

/** A slot of the day before begins anew. The order matters: the servers assign from left to right. */
function added(column: 'claimed' | 'sent' | 'failed'): string {
  const known = `\`sync_connector_tallies\`.\`since\` = VALUES(\`since\`)`;
  const kept = `IF(${known}, \`sync_connector_tallies\`.\`${column}\`, 0)`;
  return `\`${column}\` = ${kept} + VALUES(\`${column}\`)`;
}

const ADD = `ON DUPLICATE KEY UPDATE ${added('claimed')}, ${added('sent')}, ${added('failed')},
  \`lastClaimAt\` = COALESCE(VALUES(\`lastClaimAt\`), \`sync_connector_tallies\`.\`lastClaimAt\`),
  \`since\` = VALUES(\`since\`)`;

const INTO = `INSERT INTO \`sync_connector_tallies\` (\`tenantId\`, \`targetSystem\`, \`apiKey\`, \`slot\`, \`part\`,
  \`since\`, \`claimed\`, \`sent\`, \`failed\`, \`lastClaimAt\`)`;

/** All SQL on what connectors did, and on what they hold. */
@Injectable()
export class ConnectorsRepository {
  constructor(
    @InjectRepository(SyncConnectorTally) private readonly tallies: Repository<SyncConnectorTally>,
  ) {}

  /** Counts claims that were handed out. Call it last in a transaction: writers of one counter wait for each other. */
  async countClaimed(
    { tenantId, tenant }: Scope,
    transaction: Transaction,
    claims: readonly SyncClaim[],
  ): Promise<void> {
    const now = nowOf({ tenant });
    const { slot, since } = tenMinutesOf(now);
    const part = Math.floor(Math.random() * PARTS);
    const counts = new Map<string, ConnectorKey & { count: number }>();
    for (const { targetSystem, apiKey } of claims) {
      const name = JSON.stringify([targetSystem, apiKey]);
      const known = counts.get(name) ?? { targetSystem, apiKey, count: 0 };
      counts.set(name, { ...known, count: known.count + 1 });
    }
    if (counts.size === 0) return;
    // In one order, so that two writers of the same part never deadlock.
    const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const values = rows.map(([, { targetSystem, apiKey, count }]) => {
      const key: unknown[] = [tenantId, targetSystem, apiKey, slot, part];
      return key.concat([since, count, 0, 0, now]);
    });
    await transaction.write(`${INTO} VALUES ? ${ADD}`, [values]);
  }

  /** Counts what became of claims that this transaction has ended. Call it last as well. */
  async countEnded(
    { tenantId, tenant }: Scope,
    transaction: Transaction,
    claimIds: readonly string[],
  ): Promise<void> {
    if (claimIds.length === 0) return;
    const { slot, since } = tenMinutesOf(nowOf({ tenant }));
    const part = Math.floor(Math.random() * PARTS);
    const sql = `${INTO}
      SELECT * FROM (SELECT \`tenantId\`, \`targetSystem\`, \`apiKey\`, ? AS \`slot\`, ? AS \`part\`, ? AS \`since\`,
        0 AS \`claimed\`, SUM(\`outcome\` = 'sent') AS \`sent\`, SUM(\`outcome\` = 'failed') AS \`failed\`,
        NULL AS \`lastClaimAt\`
      FROM \`sync_claims\` WHERE \`tenantId\` = ? AND \`claimId\` IN (?) AND \`outcome\` IN ('sent', 'failed')
      GROUP BY \`tenantId\`, \`targetSystem\`, \`apiKey\` ORDER BY \`targetSystem\`, \`apiKey\`) AS \`ended\` ${ADD}`;
    await transaction.write(sql, [slot, part, since, tenantId, claimIds]);
  }

  /** Every credential that ever took items of a target system, with its counts of the last day. */
  async counts({ tenantId }: Scope, now: Date): Promise<ConnectorCounts[]> {
    const of = (column: string): string =>
      `COALESCE(SUM(IF(\`since\` >= ?, \`${column}\`, 0)), 0) AS \`${column}\``;
    const sql = `SELECT \`targetSystem\`, \`apiKey\`, MAX(\`lastClaimAt\`) AS \`lastClaimAt\`,
        ${of('claimed')}, ${of('sent')}, ${of('failed')}
      FROM \`sync_connector_tallies\` WHERE \`tenantId\` = ? GROUP BY \`targetSystem\`, \`apiKey\``;
    const day = dayBefore(now);
    const rows: Raw<ConnectorCounts>[] = await this.tallies.query(sql, [day, day, day, tenantId]);
    return rows.map(({ targetSystem, apiKey, lastClaimAt, claimed, sent, failed }) => ({
      targetSystem,
      apiKey,
      lastClaimAt,
      claimed: Number(claimed),
      sent: Number(sent),
      failed: Number(failed),
    }));
  }

  /** Reads the index entries of the leases that are out, however many claims have ended. */
  async leases({ tenantId }: Scope): Promise<ConnectorLeases[]> {
    const sql = `SELECT \`targetSystem\`, \`apiKey\`, COUNT(*) AS \`inFlight\`,
        MIN(\`leaseUntil\`) AS \`oldestLeaseUntil\`
      FROM \`sync_claims\` FORCE INDEX (\`ix_sync_claims_out\`) WHERE \`tenantId\` = ? AND \`endedAt\` IS NULL
      GROUP BY \`targetSystem\`, \`apiKey\``;
    const rows: Raw<ConnectorLeases>[] = await this.tallies.query(sql, [tenantId]);
    return rows.map(({ targetSystem, apiKey, inFlight, oldestLeaseUntil }) => ({
      targetSystem,
      apiKey,
      inFlight: Number(inFlight),
      oldestLeaseUntil,
    }));
  }

  /** Leases of one target system that are out, those that end first first. */
  leasesOf({ tenantId }: Scope, targetSystem: string, limit: number): Promise<OutLease[]> {
    const sql = `SELECT \`c\`.\`claimId\`, \`c\`.\`submissionId\`, \`c\`.\`formType\`, \`c\`.\`apiKey\`,
        \`c\`.\`attempt\`, \`c\`.\`claimedAt\`, \`c\`.\`leaseUntil\`
      FROM (SELECT \`tenantId\`, \`claimId\`, \`leaseUntil\` FROM \`sync_claims\` FORCE INDEX (\`ix_sync_claims_out\`)
        WHERE \`tenantId\` = ? AND \`endedAt\` IS NULL AND \`targetSystem\` = ?
        ORDER BY \`leaseUntil\` LIMIT ?) AS \`out\`
      JOIN \`sync_claims\` AS \`c\`
        ON \`c\`.\`tenantId\` = \`out\`.\`tenantId\` AND \`c\`.\`claimId\` = \`out\`.\`claimId\`
      ORDER BY \`c\`.\`leaseUntil\`, \`c\`.\`claimId\``;
    return this.tallies.query(sql, [tenantId, targetSystem, limit]);
  }

  /** The target systems for which something is queued, those with most first. */
  async waiting({ tenantId }: Scope): Promise<SystemWaiting[]> {
    const sql = `SELECT \`targetSystem\`, SUM(\`count\`) AS \`waiting\` FROM \`sync_waiting_totals\`
      WHERE \`tenantId\` = ? GROUP BY \`targetSystem\` HAVING SUM(\`count\`) > 0
      ORDER BY \`waiting\` DESC LIMIT ${MOST_SYSTEMS}`;
    const rows: Raw<SystemWaiting>[] = await this.tallies.query(sql, [tenantId]);
    return rows.map(({ targetSystem, waiting }) => ({ targetSystem, waiting: Number(waiting) }));
  }

  /** Since when the first item of each of these target systems is queued; an index entry for each standing is read. */
  async oldest({ tenantId }: Scope, systems: readonly string[]): Promise<Map<string, Date>> {
    if (systems.length === 0) return new Map();
    const one = `(SELECT \`targetSystem\`, \`queuedAt\` FROM \`sync_open_items\`
      FORCE INDEX (\`ix_sync_open_items_target\`) WHERE \`tenantId\` = ? AND \`targetSystem\` = ? AND \`standing\` = ?
      ORDER BY \`queuedAt\` LIMIT 1)`;
    const keys = systems.flatMap((system) =>
      ['ready', 'behind', 'delayed'].map((standing) => [system, standing]),
    );
    const rows: { targetSystem: string; queuedAt: Date }[] = await this.tallies.query(
      keys.map(() => one).join(' UNION ALL '),
      keys.flatMap((key) => [tenantId, ...key]),
    );
    const oldest = new Map<string, Date>();
    for (const { targetSystem, queuedAt } of rows) {
      const known = oldest.get(targetSystem);
      if (known === undefined || queuedAt < known) oldest.set(targetSystem, queuedAt);
    }
    return oldest;
  }

  /** How many leases of all universities are out. */
  async leasesOfAll(): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`leases\` FROM \`sync_open_items\` FORCE INDEX (\`ix_sync_open_items_lease\`)
      WHERE \`leaseUntil\` IS NOT NULL AND ${OF_UNIVERSITIES}`;
    const rows: Raw<{ leases: number }>[] = await this.tallies.query(sql);
    return Number(rows[0]?.leases ?? 0);
  }

  /**
   * Since when the first item that may be handed out is queued, for each target system of any university. Reads an
   * index entry for each tenant, target system and standing.
   */
  async readyOfAll(): Promise<{ targetSystem: string; oldest: Date }[]> {
    const sql = `SELECT \`targetSystem\`, MIN(\`oldest\`) AS \`oldest\` FROM (
        SELECT \`tenantId\`, \`targetSystem\`, \`standing\`, MIN(\`queuedAt\`) AS \`oldest\`
        FROM \`sync_open_items\` FORCE INDEX (\`ix_sync_open_items_target\`)
        GROUP BY \`tenantId\`, \`targetSystem\`, \`standing\`) AS \`of_tenants\`
      WHERE \`standing\` = 'ready' AND ${OF_UNIVERSITIES} GROUP BY \`targetSystem\``;
    return this.tallies.query(sql);
  }
}
