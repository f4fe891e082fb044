import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { ConnectionSettings } from '../connection.js';

/** An API key of a tenant; only the keyed hash of its secret is stored. */
@Entity('credentials')
@Index('ix_credentials_tenant', ['tenantId', 'createdAt'])
export class Credential {
  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'binary', length: 32 })
  secretHash!: Buffer;

  /** The server key of the hash; null while the key waits for its handover, when no secret has the hash. */
  @Column({ type: 'char', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  secretKeyId!: string | null;

  /** The hash of the same secret under the server key before: access tokens of that time are bound to it. */
  @Column({ type: 'binary', length: 32, nullable: true })
  formerSecretHash!: Buffer | null;

  @Column({ type: 'varchar', length: 100 })
  label!: string;

  /** Comma-separated, in alphabetical order. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  scopes!: string;

  /** Requests a minute of this credential; null means no limit of its own. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  rateLimit!: number | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  /** An actor. */
  @Column({ type: 'varchar', length: 128 })
  createdBy!: string;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** The successor that the latest rotation created. */
  @Column({ type: 'char', length: 29, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  rotatedTo!: string | null;

  /** The first key of a connection (scope `scim`), which its successors name too; null for other keys. */
  @Column({ type: 'char', length: 29, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  connectionId!: string | null;

  /** The settings of the connection that differ from their defaults. */
  @Column({ type: 'json', nullable: true })
  connectionSettings!: Partial<ConnectionSettings> | null;
}
