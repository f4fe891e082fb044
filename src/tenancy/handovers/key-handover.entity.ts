import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A one-time link by which a new key gets its secret. */
@Entity('key_handovers')
@Index('ix_key_handovers_key', ['tenantId', 'apiKey', 'createdAt'])
export class KeyHandover {
  /** SHA-256 of the token, which only the link has. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  tokenHash!: Buffer;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  /** An actor. */
  @Column({ type: 'varchar', length: 128 })
  createdBy!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  openedAt!: Date | null;

  /** The client's address. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  openedFrom!: string | null;
}
