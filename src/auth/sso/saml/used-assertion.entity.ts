import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An assertion of SAML by which a user has signed on. It cannot be used again. */
@Entity('used_assertions')
@Index('ix_used_assertions_expires', ['expiresAt'])
export class UsedAssertion {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** SHA-256 of the issuer and the ID. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  assertionHash!: Buffer;

  /** When no browser can bring it any more. */
  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;
}
