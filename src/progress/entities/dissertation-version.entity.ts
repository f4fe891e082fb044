import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { VersionStage, VersionStatus } from '../progress-enums.js';

/** A version of a dissertation, by its number. */
@Entity('dissertation_versions')
export class DissertationVersion {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @PrimaryColumn({ type: 'int', unsigned: true })
  number!: number;

  @Column({ type: 'varchar', length: 1000, nullable: true })
  title!: string | null;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  stage!: VersionStage;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  status!: VersionStatus;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  submittedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  decidedAt!: Date | null;
}
