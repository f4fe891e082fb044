import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { RefusedFinish } from './refused-finish.js';

/** The counts of all calls that named one run. */
@Entity('runs')
@Index('ix_runs_started', ['tenantId', 'startedAt', 'name'])
export class Run {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  @Column({ type: 'datetime', precision: 3 })
  startedAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  lastCallAt!: Date;

  /** Posts, uploads and changes of a status. */
  @Column({ type: 'bigint', unsigned: true })
  calls!: number;

  @Column({ type: 'bigint', unsigned: true })
  received!: number;

  @Column({ type: 'bigint', unsigned: true })
  inserted!: number;

  @Column({ type: 'bigint', unsigned: true })
  updated!: number;

  @Column({ type: 'bigint', unsigned: true })
  unchanged!: number;

  @Column({ type: 'bigint', unsigned: true })
  failed!: number;

  /** Of the unchanged: not applied until an administrator decides who the person is. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  pending!: number;

  /** Of the updated. */
  @Column({ type: 'bigint', unsigned: true })
  deprovisioned!: number;

  /** Of the updated. */
  @Column({ type: 'bigint', unsigned: true })
  restored!: number;

  /** Calls of the platform that write. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowCalls!: number;

  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowReceived!: number;

  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowChanged!: number;

  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowUnchanged!: number;

  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowFailed!: number;

  /** Rows that would have de-provisioned people whom an administrator keeps active. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  keptActive!: number;

  /** Values that awaited their source and were not replaced by the former ones. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  awaitingSource!: number;

  /** Approved values that were replaced by the former ones. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  putBack!: number;

  /** People whom accepted discrepancies changed; not counted in `updated`. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  workflowPeople!: number;

  /** Why the last call to finish it was refused; null when none was, or it was finished since. */
  @Column({ type: 'json', nullable: true })
  refusedFinish!: RefusedFinish | null;
}
