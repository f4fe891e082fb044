import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const RESOLUTIONS = ['accept_submitted', 'keep_record', 'dismiss'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A mapped field whose submitted value differs from the record. Resolved ones are kept with the decision. */
@Entity('discrepancies')
@Index('ix_discrepancies_submission', ['tenantId', 'submissionId', 'id'])
@Index('ix_discrepancies_open', ['tenantId', 'resolution', 'id'])
@Index('ix_discrepancies_list', ['tenantId', 'id', 'resolution', 'field'])
export class Discrepancy {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

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

  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  resolution!: Resolution | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  resolvedBy!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  resolvedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
