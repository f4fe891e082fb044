import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';
import type { DissertationStatus } from '../progress-enums.js';

/** A student's dissertation. */
@Entity('dissertations')
export class Dissertation {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @Column({ type: 'varchar', length: 1000 })
  title!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: DissertationStatus;

  @Column({ type: 'date', nullable: true })
  startedOn!: Day | null;

  @Column({ type: 'date', nullable: true })
  defendedOn!: Day | null;
}
