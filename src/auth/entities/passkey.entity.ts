import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A passkey of a user: the public half of a key pair, whose other half stays in the authenticator. */
@Entity('passkeys')
export class Passkey {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** A part of the hash of the credential's ID, which is too long for a key. */
  @PrimaryColumn({ type: 'char', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  passkeyId!: string;

  /** As the user calls it. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** How the authenticator names it, in base64url. */
  @Column({ type: 'varchar', length: 1364, charset: 'ascii', collation: 'ascii_bin' })
  credentialId!: string;

  /** In the form of COSE. */
  @Column({ type: 'varbinary', length: 1024 })
  publicKey!: Buffer;

  /** How the browser reaches the authenticator, with commas between them. */
  @Column({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  transports!: string;

  /** How many signatures the authenticator has counted; always 0 where it does not count. */
  @Column({ type: 'int', unsigned: true })
  signatures!: number;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}
