import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key under which a person is named in audit entries. */
@Entity('audit_person_keys')
export class AuditPersonKey {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** Encrypted by `SecretBox` under the server key; null once the person is erased, so that there is no new one. */
  @Column({ type: 'varbinary', length: 255, nullable: true })
  sealedKey!: Buffer | null;
}
