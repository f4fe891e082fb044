import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of a tenant's chain of audit entries, and where it begins. */
@Entity('audit_heads')
export class AuditHead {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** How many entries the chain has had: the position of the newest one. */
  @Column({ type: 'bigint', unsigned: true })
  entries!: number;

  /** The hash of the newest entry. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string;

  /** How many of the oldest entries were removed because of their age: the position of the last one of them. */
  @Column({ type: 'bigint', unsigned: true })
  removed!: number;

  /** The hash of that one. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  removedHash!: string;
}
