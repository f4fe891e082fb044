import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { AccountStatus, AccountType } from './account.js';
import type { AwaitedFields } from './awaiting-source/awaited-field.js';
import type { StoredFacultyProfile } from './fields/faculty-profile.js';
import type { InactiveCause } from './inactive-cause.js';
import type { KeepActive } from './keep-active/keep-active-decision.js';

/**
 * A person of a tenant. Null in an optional column means "not set": `name`, `role` and `domain` then take the default
 * that follows their parts, the account type and the tenant.
 */
@Entity('users')
@Index('uq_users_legacy_number', ['tenantId', 'legacyNumber'], { unique: true })
@Index('uq_users_email_key', ['tenantId', 'emailKey'], { unique: true })
@Index('ix_users_role', ['tenantId', 'role'])
@Index('ix_users_status', ['tenantId', 'accountStatus', 'id'])
@Index('ix_users_name', ['tenantId', 'name'])
@Index('ix_users_changes', [
  'tenantId',
  'changedAt',
  'id',
  'accountStatus',
  'accountType',
  'role',
  'programId',
])
@Index('ix_users_name_key', ['tenantId', 'nameKey'])
@Index('ix_users_entry', ['tenantId', 'yearOfEntry', 'monthOfEntry', 'programId', 'firstName'])
@Index('ix_users_list', [
  'tenantId',
  'lastName',
  'firstName',
  'id',
  'accountType',
  'accountStatus',
  'role',
  'emailKey',
  'legacyNumber',
])
export class User {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The 950/951 ID. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  legacyNumber!: string | null;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  /** The key by which addresses are compared: see `emailKeyOf`. */
  @Column({ type: 'varchar', length: 254, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  emailKey!: string;

  @Column({ type: 'varchar', length: 100 })
  firstName!: string;

  @Column({ type: 'varchar', length: 100 })
  lastName!: string;

  @Column({ type: 'varchar', length: 8, nullable: true })
  middleInitial!: string | null;

  /** An override of the default name. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  accountType!: AccountType;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  accountStatus!: AccountStatus;

  /** Why the person is inactive, where no one has said so; a row without a status restores such a person. */
  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  inactiveCause!: InactiveCause | null;

  /** An override of the default role. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  role!: string | null;

  /** An override of the tenant's e-mail domain. */
  @Column({ type: 'varchar', length: 253, nullable: true })
  domain!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  schoolProgram!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  programId!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  degree!: string | null;

  @Column({ type: 'tinyint', unsigned: true, nullable: true })
  monthOfEntry!: number | null;

  @Column({ type: 'smallint', unsigned: true, nullable: true })
  yearOfEntry!: number | null;

  @Column({ type: 'tinyint', unsigned: true, nullable: true })
  monthOfGraduation!: number | null;

  @Column({ type: 'smallint', unsigned: true, nullable: true })
  yearOfGraduation!: number | null;

  @Column({ type: 'boolean' })
  isAffiliatedWithUniversity!: boolean;

  @Column({ type: 'boolean' })
  hideProfilePage!: boolean;

  @Column({ type: 'boolean' })
  unsubscribeAllGroupEmails!: boolean;

  @Column({ type: 'varchar', length: 100, nullable: true })
  genderPronoun!: string | null;

  @Column({ type: 'json', nullable: true })
  userTags!: string[] | null;

  @Column({ type: 'json', nullable: true })
  nationalities!: string[] | null;

  @Column({ type: 'json', nullable: true })
  careerInterests!: string[] | null;

  @Column({ type: 'json', nullable: true })
  languages!: string[] | null;

  @Column({ type: 'json', nullable: true })
  customFields!: Record<string, unknown> | null;

  @Column({ type: 'json', nullable: true })
  facultyProfile!: StoredFacultyProfile | null;

  /** The hash of the body that was last accepted and left the person as they are (`BodyHashes`); null without one. */
  @Column({ type: 'binary', length: 16, nullable: true })
  bodyHash!: Buffer | null;

  /** Fields with an approved value that their source has not sent yet; null without one. */
  @Column({ type: 'json', nullable: true })
  awaitingSource!: AwaitedFields | null;

  /** An administrator's decision that sources do not de-provision the person for a time; null without one. */
  @Column({ type: 'json', nullable: true })
  keepActive!: KeepActive | null;

  /** Sound of the name, and the entry: see `nameKeyOf`. `UserWritesRepository` computes it with each write. */
  @Column({ type: 'binary', length: 8 })
  nameKey!: Buffer;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  updatedAt!: Date;

  /** The place in the order of changes: the stamp of the last change. `UserPlaces` writes it, with each change. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  changedAt!: number;
}
