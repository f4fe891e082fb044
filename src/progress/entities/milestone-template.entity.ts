import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A milestone of a tenant's own template; the programId is empty for the template of all other programs. */
@Entity('milestone_templates')
export class MilestoneTemplate {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  programId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  code!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'int', unsigned: true })
  sequence!: number;

  @Column({ type: 'boolean' })
  required!: boolean;

  /** Days from the beginning of the student's month of entry; null: without a due date. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  dueAfterDays!: number | null;
}
