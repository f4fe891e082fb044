import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An Idempotency-Key for which items were handed out. */
@Entity('sync_claim_keys')
@Index('ix_sync_claim_keys_created', ['createdAt'])
export class SyncClaimKey {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  idempotencyKey!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  bodyHash!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
