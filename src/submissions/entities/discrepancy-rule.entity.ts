import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Resolution } from './discrepancy.entity.js';

/** A lasting decision about a field of a form type. Deleted ones are kept, since earlier decisions name them. */
@Entity('discrepancy_rules')
@Index('uq_discrepancy_rules_case', ['tenantId', 'caseKey'], { unique: true })
@Index('ix_discrepancy_rules_form', ['tenantId', 'formType'])
export class DiscrepancyRule {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  /** What the rule is about; see `caseKeyOf`. Null once it is deleted. */
  @Column({ type: 'char', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  caseKey!: string | null;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  field!: string;

  /** Only this submitted value; null for all of them. */
  @Column({ type: 'text', nullable: true })
  submitted!: string | null;

  /** The recorded value beside `submitted`; null means not set. Without meaning when all values are meant. */
  @Column({ type: 'text', nullable: true })
  recorded!: string | null;

  /** Whether the rule is about `submitted` whatever is recorded. */
  @Column({ type: 'boolean', default: false })
  anyRecorded!: boolean;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  resolution!: Resolution;

  /** Kept with each decision of the rule. */
  @Column({ type: 'text', nullable: true })
  note!: string | null;

  /** How many discrepancies it has decided. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  applied!: number;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastAppliedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'varchar', length: 128 })
  createdBy!: string;

  /** When an administrator has last said that it is to stay in force. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  keptAt!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  deletedBy!: string | null;
}
