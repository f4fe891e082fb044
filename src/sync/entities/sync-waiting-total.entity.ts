import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many items are queued for a target and form type, in parts so that writers seldom wait; the sum counts. */
@Entity('sync_waiting_totals')
export class SyncWaitingTotal {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  part!: number;

  /** May be negative in one part; never in the sum. */
  @Column({ type: 'bigint' })
  count!: number;
}
