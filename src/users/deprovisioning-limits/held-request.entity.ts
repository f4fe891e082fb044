import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { ThresholdBreach } from '../model/outcome.js';
import type { InactiveCause } from '../model/inactive-cause.js';
import type { KeepActive } from '../model/keep-active/keep-active-decision.js';
import type { AccountStatus } from '../model/account.js';

/** `withdrawn`: a later call said that the person is active. */
export const HOLD_STATUSES = ['held', 'released', 'rejected', 'withdrawn'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

/**
 * `committee_impact`: the caller asked to hold it when students lose a member of their committee. `pause`: the tenant
 * has its callers de-provision no one on these days.
 */
export const HOLD_REASONS = ['limit', 'committee_impact', 'pause'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A de-provisioning beyond a threshold or within a pause, which an administrator has to decide or has decided. */
@Entity('held_requests')
@Index('uq_held_requests_open', ['tenantId', 'openUserId'], { unique: true })
@Index('ix_held_requests_list', ['tenantId', 'requestedAt', 'id', 'status', 'run', 'userId'])
@Index('ix_held_requests_run', ['tenantId', 'status', 'run', 'requestedAt', 'id', 'userId'])
@Index('ix_held_requests_waiting', ['tenantId', 'status', 'reason', 'requestedAt', 'id', 'userId'])
@Index('ix_held_requests_status', ['status', 'requestedAt'])
@Index('ix_held_requests_user', ['tenantId', 'userId', 'status', 'run', 'decidedAt'])
export class HeldRequest {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** The same while the hold is open, then null: a user has at most one open hold. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  openUserId!: string | null;

  /** The status that was requested. */
  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  accountStatus!: AccountStatus;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: HoldStatus;

  /** The run of the request; null when the call named none. */
  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  @Column({ type: 'datetime', precision: 3 })
  requestedAt!: Date;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  decidedAt!: Date | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  decidedBy!: string | null;

  /**
   * The last entry in the history of the person before an administrator decided; 0 where there was none. Null of an
   * open hold, and of one that was closed in another way, as when its person is de-provisioned by hand.
   */
  @Column({ type: 'bigint', unsigned: true, nullable: true })
  lastChange!: number | null;

  /** The rule that kept the person active before a rejection that set another one; null where there was none. */
  @Column({ type: 'json', nullable: true })
  formerRule!: KeepActive | null;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin', default: 'limit' })
  reason!: HoldReason;

  /** Why the person is inactive once it is released; null where the caller has said so. */
  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  cause!: InactiveCause | null;

  /**
   * Whether its row changed nothing else, so that its run counts the row as unchanged; false for a person without a
   * row. Null of holds that were opened before this was stored.
   */
  @Column({ type: 'boolean', nullable: true })
  isRowUnchanged!: boolean | null;

  /** The limits beyond which it was, as they were used up then; null for another reason. */
  @Column({ type: 'json', nullable: true })
  beyond!: readonly ThresholdBreach[] | null;
}
