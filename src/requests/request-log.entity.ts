import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { RowCounts } from '../http/server/request-log.js';
import type { KeptAnswer } from './kept-answer.js';

/** A request of somebody whose tenant is known. Kept for 90 days; holds no value that could be a person's. */
@Entity('request_log')
@Index('ix_request_log_at', ['tenantId', 'at'])
@Index('ix_request_log_status', ['tenantId', 'statusClass', 'at'])
@Index('ix_request_log_request', ['tenantId', 'requestId'])
export class LoggedRequest {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** When it arrived. */
  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  method!: string;

  /** As it was called, with the names of query parameters and without their values. */
  @Column({ type: 'varchar', length: 512 })
  path!: string;

  /** The pattern of the route; `none` for an unknown address. */
  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  route!: string;

  @Column({ type: 'smallint', unsigned: true })
  status!: number;

  /** The first digit of the status. */
  @Column({ type: 'tinyint', unsigned: true })
  statusClass!: number;

  @Column({ type: 'int', unsigned: true })
  ms!: number;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  address!: string;

  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  requestId!: string;

  /** The refusal's, or `INCOMPLETE` when the answer was cut short. */
  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  code!: string | null;

  @Column({ type: 'json', nullable: true })
  counts!: RowCounts | null;

  /** Of a failure: the body with its values masked, in an object so that null is none. */
  @Column({ type: 'json', nullable: true })
  body!: { readonly masked: unknown } | null;

  @Column({ type: 'json', nullable: true })
  answer!: KeptAnswer | null;
}
