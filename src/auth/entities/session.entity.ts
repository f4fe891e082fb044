import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A login in a browser. */
@Entity('sessions')
@Index('ix_sessions_user', ['tenantId', 'userId'])
@Index('ix_sessions_expires', ['expiresAt'])
export class Session {
  /** SHA-256 of the token, which only the browser has. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  tokenHash!: Buffer;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  address!: string;

  /** Whether the provider of the university has confirmed the user, and no password was asked for. */
  @Column({ type: 'boolean', default: false })
  bySignOn!: boolean;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  lastSeenAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;
}
