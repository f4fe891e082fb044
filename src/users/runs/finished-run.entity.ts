import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far finishing a run has come: no row is accepted any more; the absent are counted; all is done. */
export type FinishState = 'begun' | 'counted' | 'done';

/** A run that was finished (contract, section 15). */
@Entity('finished_runs')
@Index('ix_finished_runs_sender', ['tenantId', 'sender', 'epoch'])
@Index('ix_finished_runs_at', ['tenantId', 'at'])
export class FinishedRun {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  run!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  sender!: string;

  /** What was named until then counts for the run. */
  @Column({ type: 'bigint', unsigned: true })
  epoch!: number;

  @Column({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  state!: FinishState;

  /** The body of the call, with its defaults. */
  @Column({ type: 'json' })
  request!: object;

  /** The account types of which the run was complete, separated by commas; null when it was not. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  accountTypes!: string | null;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  @Column({ type: 'int', unsigned: true })
  rowCount!: number;

  /** Whom it named, see `PeopleSet`; null where a later complete run stands for it. */
  @Column({ type: 'mediumblob', nullable: true })
  named!: Buffer | null;

  /** Who was absent, see `AbsenceCounts`; null like `named`. */
  @Column({ type: 'mediumblob', nullable: true })
  absences!: Buffer | null;

  @Column({ type: 'int', unsigned: true, default: 0 })
  namedCount!: number;

  @Column({ type: 'int', unsigned: true, default: 0 })
  first!: number;

  @Column({ type: 'int', unsigned: true, default: 0 })
  deprovisioned!: number;

  @Column({ type: 'int', unsigned: true, default: 0 })
  held!: number;

  /** Absent people whom an administrator keeps active. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  kept!: number;

  /** The IDs of some of the absent people. */
  @Column({ type: 'json' })
  sample!: string[];

  @Column({ type: 'datetime', precision: 3, nullable: true })
  undoneAt!: Date | null;
}
