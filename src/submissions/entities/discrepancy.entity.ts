import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { FieldChange } from '../../users/model/fields/field-changes.js';

export const RESOLUTIONS = ['accept_submitted', 'keep_record', 'dismiss'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What an accepted value has changed in the record of a person. */
export interface DecisionEffect {
  readonly userId: string;
  readonly fields: readonly FieldChange[];
}

/** A mapped field whose submitted value differs from the record. Resolved ones are kept with the decision. */
@Entity('discrepancies')
@Index('ix_discrepancies_submission', ['tenantId', 'submissionId', 'id'])
@Index('ix_discrepancies_open', ['tenantId', 'resolution', 'id'])
@Index('ix_discrepancies_list', ['tenantId', 'id', 'resolution', 'field'])
@Index('ix_discrepancies_group', [
  'tenantId',
  'resolution',
  'groupKey',
  'id',
  'submissionId',
  'formType',
  'field',
])
export class Discrepancy {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  /** That of the submission when it was compared last. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  /** The record field. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  field!: string;

  /** The form field that was mapped to it. */
  @Column({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formField!: string;

  @Column({ type: 'text' })
  submitted!: string;

  @Column({ type: 'text', nullable: true })
  recorded!: string | null;

  /** See `groupKeyOf`. Null once an erasure has taken out the recorded value. */
  @Column({ type: 'char', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  groupKey!: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  resolution!: Resolution | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  resolvedBy!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  resolvedAt!: Date | null;

  /** Of an accepted value, for its undo; null otherwise, and once an erasure has taken out the recorded value. */
  @Column({ type: 'json', nullable: true })
  effect!: DecisionEffect | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
