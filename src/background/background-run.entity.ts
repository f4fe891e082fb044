import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last run of a piece of background work in one process. */
@Entity('background_runs')
@Index('ix_background_runs_seen', ['seenAt'])
export class BackgroundRun {
  @PrimaryColumn({ type: 'varchar', length: 40, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  /** Host and process ID. */
  @PrimaryColumn({ type: 'varchar', length: 160 })
  process!: string;

  @Column({ type: 'datetime', precision: 3 })
  startedAt!: Date;

  @Column({ type: 'int', unsigned: true })
  durationMs!: number;

  /** The kind of the error with which it failed; null after success. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  error!: string | null;

  /** When the process last wrote this row. */
  @Column({ type: 'datetime', precision: 3 })
  seenAt!: Date;
}
