import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What names one person in the audit entries of one transaction, encrypted under the key of that person. */
@Entity('audit_boxes')
@Index('ix_audit_boxes_user', ['tenantId', 'userId'])
export class AuditBox {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The SHA-256 of the box, by which entries name it. */
  @PrimaryColumn({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  digest!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** Encrypted by `SecretBox`: the values by field, as JSON. */
  @Column({ type: 'mediumblob' })
  box!: Buffer;
}
