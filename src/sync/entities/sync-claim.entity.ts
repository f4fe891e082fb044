import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How a claim ended; `withdrawn`: by a replay, a discrepancy or an acknowledgement without the claim. */
export type ClaimOutcome = 'sent' | 'failed' | 'released' | 'expired' | 'withdrawn';

/** An item that was handed out to a connector, with what became of it. */
@Entity('sync_claims')
@Index('ix_sync_claims_key', ['tenantId', 'apiKey', 'idempotencyKey'])
@Index('ix_sync_claims_ended', ['endedAt'])
@Index('ix_sync_claims_out', ['tenantId', 'endedAt', 'targetSystem', 'apiKey', 'leaseUntil'])
export class SyncClaim {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  claimId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  target!: string;

  /** As the item's, blank where that is null. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  /** The credential that claimed. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @Column({ type: 'varchar', length: 128, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  idempotencyKey!: string | null;

  @Column({ type: 'int', unsigned: true })
  attempt!: number;

  /** Of the content that was handed out, without the times of the review. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  contentHash!: string;

  @Column({ type: 'datetime', precision: 3 })
  claimedAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  leaseUntil!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null;

  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  outcome!: ClaimOutcome | null;
}
