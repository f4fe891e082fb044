import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The OpenID provider with which users of a tenant may log in. */
@Entity('sign_on_settings')
export class SignOnSettings {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 500, charset: 'ascii', collation: 'ascii_bin' })
  issuer!: string;

  @Column({ type: 'varchar', length: 255 })
  clientId!: string;

  /** Which steps the pages show; null when an operator has set it. */
  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string | null;

  /** The client secret, encrypted by `SecretBox`. */
  @Column({ type: 'varbinary', length: 1024 })
  sealedSecret!: Buffer;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;
}
