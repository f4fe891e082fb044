import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';
import type { CommitteeStatus } from '../progress-enums.js';

/** A student's committee; a status of null is derived from its members. */
@Entity('committees')
export class Committee {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  status!: CommitteeStatus | null;

  @Column({ type: 'date', nullable: true })
  formedOn!: Day | null;
}
