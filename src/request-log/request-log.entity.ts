import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { RowCounts } from '../http/server/finished-request.js';
import type { LoggedAnswer } from './logged-answer.js';

/**
 * A request of a caller whose tenant is known. Kept for as long as the tenant inputs; of a person it has no more than
 * the number in the path.
 */
@Entity('request_log')
@Index('ix_request_log_at', ['tenantId', 'at'])
@Index('ix_request_log_status', ['tenantId', 'statusClass', 'at'])
@Index('ix_request_log_request', ['tenantId', 'requestId'])
@Index('ix_request_log_run', ['tenantId', 'run', 'at'])
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

  /**
   * The path as it was sent, with the names of query parameters and without their values; the pattern of the route
   * where it may have the number of a person who was erased.
   */
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

  /** The run that it named; null when it named none. */
  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  /** The code of the refusal, `INCOMPLETE` when the answer was cut short, or `WRONG_SECRET`. */
  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  code!: string | null;

  @Column({ type: 'json', nullable: true })
  counts!: RowCounts | null;

  /** The masked body of a failed request, in an object, so that null means none. */
  @Column({ type: 'json', nullable: true })
  body!: { readonly masked: unknown } | null;

  @Column({ type: 'json', nullable: true })
  answer!: LoggedAnswer | null;
}
