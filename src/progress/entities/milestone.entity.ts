import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';
import type { MilestoneResult, MilestoneStatus } from '../progress-enums.js';

/** A milestone of a student, by its code; copied from a template on first use. */
@Entity('milestones')
export class Milestone {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  code!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'int', unsigned: true })
  sequence!: number;

  @Column({ type: 'boolean' })
  required!: boolean;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: MilestoneStatus;

  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  result!: MilestoneResult | null;

  @Column({ type: 'date', nullable: true })
  dueOn!: Day | null;

  @Column({ type: 'date', nullable: true })
  completedOn!: Day | null;
}
