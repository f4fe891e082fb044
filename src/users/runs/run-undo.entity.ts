import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An undo of a run, or of a part of it. */
@Entity('run_undos')
@Index('ix_run_undos_run', ['tenantId', 'run', 'id'])
export class RunUndo {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  run!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** `admin:<user id>` or `terminal`. */
  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  /** What was chosen; null for all of the run. It names no people, only how many. */
  @Column({ type: 'json', nullable: true })
  part!: { readonly kind?: string; readonly field?: string; readonly users?: number } | null;

  /** People who had something put back. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  putBack!: number;

  /** Fields that it has left, because they were changed since or are another user's; null before it has ended. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  kept!: number | null;

  /** False while it goes on, and when it was interrupted. */
  @Column({ type: 'boolean', default: false })
  isFinished!: boolean;
}
