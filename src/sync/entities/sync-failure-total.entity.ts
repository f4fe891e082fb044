import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many items of a target system are failed for one reason, in parts so that writers seldom wait: their sum. */
@Entity('sync_failure_totals')
@Index('ix_sync_failure_totals_last', ['lastAt'])
export class SyncFailureTotal {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  /** Blank for items that wait for a decision. */
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  errorGroup!: string;

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  part!: number;

  /** May be negative in one part; never in the sum. */
  @Column({ type: 'bigint' })
  count!: number;

  /** When the first and the last of its failures happened, those that are over among them. */
  @Column({ type: 'datetime', precision: 3 })
  firstAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  lastAt!: Date;
}
