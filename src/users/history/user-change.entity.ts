import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { FieldChange } from '../model/fields/field-changes.js';

/**
 * One entry of a user's history, written in the transaction of the change. Retention and an erasure remove it; the
 * erasure of another person takes that person's values out.
 */
@Entity('user_changes')
@Index('ix_user_changes_user', ['tenantId', 'userId', 'id'])
@Index('ix_user_changes_at', ['tenantId', 'at'])
@Index('ix_user_changes_run', ['tenantId', 'run', 'id'])
export class UserHistoryEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** `key:<apiKey>`, `admin:<user id>`, `terminal`, or the name of periodic work. */
  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  /** The run of the SIS that the change belongs to; null when it named none. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  run!: string | null;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: 'inserted' | 'updated';

  /** The submission whose accepted value was written; null for any other change. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string | null;

  /** Null for a new user. */
  @Column({ type: 'json', nullable: true })
  fields!: readonly FieldChange[] | null;
}
