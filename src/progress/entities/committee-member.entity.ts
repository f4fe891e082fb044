import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { CommitteeRole } from '../../settings/committee-roles.js';
import type { MemberStatus } from '../progress-enums.js';

/** A seat in a committee. */
@Entity('committee_members')
@Index('ix_committee_members_faculty', ['tenantId', 'facultyId'])
export class CommitteeMember {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  facultyId!: string;

  /** The place in the list that was sent. */
  @Column({ type: 'smallint', unsigned: true })
  position!: number;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  role!: CommitteeRole;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: MemberStatus;
}
