import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a passkey is asked to sign; it is deleted when it is answered. */
@Entity('passkey_challenges')
@Index('ix_passkey_challenges_expires', ['expiresAt'])
export class PasskeyChallenge {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** The hash of the session's token, or of the cookie of a login. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  holder!: Buffer;

  /** To add a passkey, or to confirm with one. */
  @PrimaryColumn({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  purpose!: string;

  /** 32 random bytes in base64url. */
  @Column({ type: 'char', length: 43, charset: 'ascii', collation: 'ascii_bin' })
  challenge!: string;

  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;
}
