import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The last successful bulk upload of people of one series of runs: those whose names differ only in their digits, or,
 * where a sender names no run, all of the sender's.
 */
@Entity('run_series')
@Index('ix_run_series_at', ['tenantId', 'at'])
export class RunSeries {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The name with # for each number, or @ and the sender. */
  @PrimaryColumn({ type: 'varchar', length: 160, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  series!: string;

  /** When the last upload ended. */
  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** Since when uploads have come without a pause of {@link PAUSE_DAYS} days. */
  @Column({ type: 'datetime', precision: 3 })
  since!: Date;

  /** On how many days since then. */
  @Column({ type: 'int', unsigned: true })
  days!: number;

  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'int', unsigned: true })
  inserted!: number;

  @Column({ type: 'int', unsigned: true })
  updated!: number;

  @Column({ type: 'int', unsigned: true })
  unchanged!: number;

  @Column({ type: 'int', unsigned: true })
  failed!: number;
}

/** After so many days without an upload a series begins anew: three uploads in three months are no nightly run. */
export const PAUSE_DAYS = 4;
