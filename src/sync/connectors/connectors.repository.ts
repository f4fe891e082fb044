import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { SyncClaim } from '../entities/sync-claim.entity.js';

/** A credential that takes items of a target system; blank is no target system. */
export type ConnectorKey = Pick<SyncClaim, 'targetSystem' | 'apiKey'>;

/** The leases of a connector that are out. */
export type ConnectorLeases = ConnectorKey & { readonly inFlight: number; readonly oldestLeaseUntil: Date };

/** A lease that is out. */
export type OutLease = Pick<
  SyncClaim,
  'claimId' | 'submissionId' | 'formType' | 'apiKey' | 'attempt' | 'claimedAt' | 'leaseUntil'
>;

/** As the server answers sums: a number or its text. */
type Raw<T> = { [Key in keyof T]: T[Key] extends number ? number | string : T[Key] };

/** All SQL on the leases of connectors, and on what waits for them. */
@Injectable()
export class ConnectorsRepository {
  constructor(@InjectRepository(SyncClaim) private readonly claims: Repository<SyncClaim>) {}

  /** Reads the index entries of the leases that are out, however many claims have ended. */
  async leases({ tenantId }: Scope): Promise<ConnectorLeases[]> {
    const sql = `SELECT \`targetSystem\`, \`apiKey\`, COUNT(*) AS \`inFlight\`,
        MIN(\`leaseUntil\`) AS \`oldestLeaseUntil\`
      FROM \`sync_claims\` FORCE INDEX (\`ix_sync_claims_out\`) WHERE \`tenantId\` = ? AND \`endedAt\` IS NULL
      GROUP BY \`targetSystem\`, \`apiKey\``;
    const rows: Raw<ConnectorLeases>[] = await this.claims.query(sql, [tenantId]);
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
    return this.claims.query(sql, [tenantId, targetSystem, limit]);
  }

  /** Since when the first item of each of these target systems is queued; reads an entry for each eligibility. */
  async oldest({ tenantId }: Scope, systems: readonly string[]): Promise<Map<string, Date>> {
    if (systems.length === 0) return new Map();
    const one = `(SELECT \`targetSystem\`, \`queuedAt\` FROM \`sync_open_items\`
      FORCE INDEX (\`ix_sync_open_items_target\`)
      WHERE \`tenantId\` = ? AND \`targetSystem\` = ? AND \`eligibility\` = ?
      ORDER BY \`queuedAt\` LIMIT 1)`;
    const keys = systems.flatMap((system) =>
      ['ready', 'behind', 'delayed'].map((eligibility) => [system, eligibility]),
    );
    const rows: { targetSystem: string; queuedAt: Date }[] = await this.claims.query(
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
    const rows: Raw<{ leases: number }>[] = await this.claims.query(sql);
    return Number(rows[0]?.leases ?? 0);
  }

  /**
   * Since when the first item that may be handed out is queued, for each target system of any university. Reads an
   * index entry for each tenant, target system and eligibility.
   */
  async readyOfAll(): Promise<{ targetSystem: string; oldest: Date }[]> {
    const sql = `SELECT \`targetSystem\`, MIN(\`oldest\`) AS \`oldest\` FROM (
        SELECT \`tenantId\`, \`targetSystem\`, \`eligibility\`, MIN(\`queuedAt\`) AS \`oldest\`
        FROM \`sync_open_items\` FORCE INDEX (\`ix_sync_open_items_target\`)
        GROUP BY \`tenantId\`, \`targetSystem\`, \`eligibility\`) AS \`of_tenants\`
      WHERE \`eligibility\` = 'ready' AND ${OF_UNIVERSITIES} GROUP BY \`targetSystem\``;
    return this.claims.query(sql);
  }
}
