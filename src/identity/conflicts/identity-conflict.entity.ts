import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Report } from '../../users/model/awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import type { QuestionKind } from '../../users/model/outcome.js';
import type { ConflictStatus, Decision } from './decision.js';
import type { Identity } from './identity.js';

/** The row that asked last. */
export interface SentRow {
  readonly person: CreateUpdateUserDto;
  /** Whether the row named its user instead of being matched. */
  readonly namedUser: boolean;
  /** What kind of report it was, and whose. */
  readonly intent: Report;
  /** Set where a possible reassignment is one of the address. */
  readonly matchedBy?: 'email';
}

/** The people whom a question is about, as they were when it was asked, or looked at, last. */
export interface Seen {
  readonly user: Identity;
  readonly owner: Identity | null;
  /** The user's last entry of the history then, where the row was applied; null otherwise. */
  readonly entry: number | null;
}

/** What a row has changed nevertheless, where the setting is to warn. */
export interface Applied {
  readonly changes: readonly FieldChange[];
  /** The user's last entry of the history then; the later ones show what else has changed since. */
  readonly entry: number;
}

/** What a decision did to one person. */
export interface Effect {
  readonly userId: string;
  readonly isNew: boolean;
  readonly fields: readonly FieldChange[];
}

/** A question that matching could not decide, and what an administrator decided. */
@Entity('identity_conflicts')
@Index('ix_identity_conflicts_list', [
  'tenantId',
  'lastAt',
  'id',
  'status',
  'kind',
  'subject',
  'userId',
  'ownerId',
])
@Index('ix_identity_conflicts_first', ['tenantId', 'firstAt', 'id', 'status', 'subject'])
@Index('ix_identity_conflicts_waiting', ['tenantId', 'status', 'kind', 'firstAt', 'id', 'userId'])
@Index('ix_identity_conflicts_open', ['status', 'kind'])
@Index('ix_identity_conflicts_user', ['tenantId', 'userId'])
@Index('ix_identity_conflicts_owner', ['tenantId', 'ownerId'])
@Index('ix_identity_conflicts_new_user', ['tenantId', 'newUserId'])
@Index('ix_identity_conflicts_subject', ['tenantId', 'subject'])
export class IdentityConflictEntry {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Follows from the question (see `conflictIdOf`), so a question has one entry. */
  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: QuestionKind;

  /** The externalId that was sent; the ID of the user where the row named its user. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  subject!: string;

  /** The person whom the row is about by the rules of matching. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** The person who has the address or number. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  ownerId!: string | null;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: ConflictStatus;

  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  decision!: Decision | null;

  /** How often it was asked. */
  @Column({ type: 'int', unsigned: true })
  count!: number;

  @Column({ type: 'datetime', precision: 3 })
  firstAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  lastAt!: Date;

  /** Who asked last. */
  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  /**
   * Null once it is decided, as it holds data about a person that nothing needs any more. It stays where the row was
   * applied and the decision has changed no one: taken back, it is decided anew, because it is not asked again. After
   * 90 days without a question or a decision it is null in any case.
   */
  @Column({ type: 'json', nullable: true })
  sent!: SentRow | null;

  /** Null when `sent` is. */
  @Column({ type: 'json', nullable: true })
  seen!: Seen | null;

  /** Of the first row that was applied nevertheless; null when `sent` is. */
  @Column({ type: 'json', nullable: true })
  applied!: Applied | null;

  /** What the decision did, to be taken back; null before and after. */
  @Column({ type: 'json', nullable: true })
  effect!: readonly Effect[] | null;

  /** The user whom the decision has made. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  newUserId!: string | null;

  @Column({ type: 'varchar', length: 1000, nullable: true })
  note!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  decidedAt!: Date | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  decidedBy!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  takenBackAt!: Date | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  takenBackBy!: string | null;
}
