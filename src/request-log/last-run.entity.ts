import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last successful bulk upload of people of a tenant, which every visit of the overview reads. */
@Entity('last_runs')
export class LastRun {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** When it ended. */
  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

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
