import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { FailureSentences } from './describe-failure.js';

/**
 * A person whom a call sent and who was refused. Besides the externalId it has no value of the person that was sent.
 * Kept as long as the request log.
 */
@Entity('failed_rows')
@Index('ix_failed_rows_run', ['tenantId', 'run', 'id'])
@Index('ix_failed_rows_user', ['tenantId', 'userId', 'id'])
@Index('ix_failed_rows_external_id', ['tenantId', 'externalId'])
@Index('ix_failed_rows_at', ['tenantId', 'at', 'run'])
export class FailedRow {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** Null when the call named none. */
  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  /** Of a bulk request; null for a single call. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  line!: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true, collation: 'utf8mb4_bin' })
  externalId!: string | null;

  /** The ID of the user whom the row was about; null when it was about a person who is not stored. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string | null;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  code!: string;

  /** The first field that was refused; null when the row was refused as a whole. */
  @Column({ type: 'varchar', length: 128, nullable: true })
  field!: string | null;

  /** What rows that fail alike have in common. */
  @Column({ type: 'varchar', length: 255 })
  cause!: string;

  /** All that is wrong with the row. */
  @Column({ type: 'varchar', length: 1000 })
  reason!: string;

  /** Both with their values kept, for other languages; null: refused by a version that did not keep them. */
  @Column({ type: 'json', nullable: true })
  sentences!: FailureSentences | null;
}
