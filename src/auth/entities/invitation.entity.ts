import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A one-time link by which a user sets a password. */
@Entity('invitations')
@Index('ix_invitations_user', ['tenantId', 'userId'])
export class Invitation {
  /** SHA-256 of the token, which only its owner has. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  tokenHash!: Buffer;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 128 })
  invitedBy!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  usedAt!: Date | null;
}
