import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export type Headers = readonly (readonly [name: string, value: string])[];

/** What was asked of a sandbox and what it answered, secrets masked. The latest 1,000 are kept. */
@Entity('sandbox_requests')
@Index('ix_sandbox_requests_tenant', ['tenantId', 'id'])
export class SandboxRequest {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** By the time of the world. */
  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  @Column({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  method!: string;

  /** The path with its query, as it was sent. */
  @Column({ type: 'varchar', length: 2048 })
  url!: string;

  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  requestId!: string;

  @Column({ type: 'json' })
  requestHeaders!: Headers;

  /** Up to 64 KiB; null when there was none, or it was read as a stream. */
  @Column({ type: 'mediumtext', nullable: true })
  requestBody!: string | null;

  /** 0 when the connection ended without an answer. */
  @Column({ type: 'smallint', unsigned: true })
  status!: number;

  @Column({ type: 'json' })
  responseHeaders!: Headers;

  /** Up to 64 KiB. */
  @Column({ type: 'mediumtext', nullable: true })
  responseBody!: string | null;

  @Column({ type: 'int', unsigned: true })
  ms!: number;
}
