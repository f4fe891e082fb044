import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

import type { Scope } from '../../../tenancy/scope.js';
import { type FacultyProfile, presentFacultyProfile } from '../fields/faculty-profile.js';
import { defaultName, effectiveDomain, effectiveRole, usesFacultyProfile } from '../user-defaults.js';
import type { User } from '../user.entity.js';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../account.js';
import { KeepActiveDto, ProvenanceDto } from './provenance.dto.js';
import { PresentedFacultyProfileDto } from './faculty-profile.dto.js';

const NULLABLE_TEXT = { type: String, nullable: true } as const;
const NULLABLE_NUMBER = { type: 'integer', nullable: true } as const;
const TEXTS = { type: String, isArray: true } as const;

/** A user in the answer of a provisioning call (contract, 2.4). */
export class UserSummaryDto {
  @ApiProperty({ example: '950000001' })
  id!: string;

  @ApiProperty({ example: 'ann.lee@northern.example.edu' })
  email!: string;

  @ApiProperty({ example: 'Ann' })
  firstName!: string;

  @ApiProperty({ example: 'Lee' })
  lastName!: string;

  @ApiProperty({ enum: [...ACCOUNT_TYPES] })
  accountType!: AccountType;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty({ ...NULLABLE_TEXT, example: 'S-77' })
  legacyNumber!: string | null;
}

/** Every stored attribute of a user, with defaults filled in (contract, 2.6). */
export class UserDto extends UserSummaryDto {
  @ApiProperty(NULLABLE_TEXT)
  middleInitial!: string | null;

  @ApiProperty({ example: 'Ann Lee' })
  name!: string;

  @ApiProperty({ example: 'student' })
  role!: string;

  @ApiProperty({ example: 'northern.example.edu' })
  domain!: string;

  @ApiProperty(NULLABLE_TEXT)
  schoolProgram!: string | null;

  @ApiProperty(NULLABLE_TEXT)
  programId!: string | null;

  @ApiProperty(NULLABLE_TEXT)
  degree!: string | null;

  @ApiProperty(NULLABLE_NUMBER)
  monthOfEntry!: number | null;

  @ApiProperty(NULLABLE_NUMBER)
  yearOfEntry!: number | null;

  @ApiProperty(NULLABLE_NUMBER)
  monthOfGraduation!: number | null;

  @ApiProperty(NULLABLE_NUMBER)
  yearOfGraduation!: number | null;

  @ApiProperty()
  isAffiliatedWithUniversity!: boolean;

  @ApiProperty()
  hideProfilePage!: boolean;

  @ApiProperty()
  unsubscribeAllGroupEmails!: boolean;

  @ApiProperty(NULLABLE_TEXT)
  genderPronoun!: string | null;

  @ApiProperty(TEXTS)
  userTags!: string[];

  @ApiProperty(TEXTS)
  nationalities!: string[];

  @ApiProperty(TEXTS)
  careerInterests!: string[];

  @ApiProperty(TEXTS)
  languages!: string[];

  @ApiProperty({ type: 'object', additionalProperties: true })
  customFields!: Record<string, unknown>;

  @ApiProperty({
    type: PresentedFacultyProfileDto,
    nullable: true,
    description: 'null unless accountType is Faculty or the role is chair',
  })
  facultyProfile!: FacultyProfile | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({
    format: 'date-time',
    description:
      'The place in the order of changes; moves with each stored change and is never before updatedAt',
  })
  changedAt!: string;
}

/** The same with its provenance. */
@ApiExtraModels(ProvenanceDto)
export class UserWithProvenanceDto extends UserDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ProvenanceDto) },
    description: 'Who set each field last, by its name, such as facultyProfile.leaveUntil',
    // Otherwise the document would not require the field.
    selfRequired: true,
  })
  provenance!: Record<string, ProvenanceDto>;

  @ApiProperty({
    type: () => KeepActiveDto,
    nullable: true,
    description: 'The decision of an administrator to keep the person active, while it holds',
  })
  keepActive!: KeepActiveDto | null;
}

export function summariseUser({
  id,
  email,
  firstName,
  lastName,
  accountType,
  accountStatus,
  legacyNumber,
}: Pick<User, keyof UserSummaryDto>): UserSummaryDto {
  return { id, email, firstName, lastName, accountType, accountStatus, legacyNumber };
}

export function presentUser(scope: Scope, user: User): UserDto {
  const role = effectiveRole(user);
  return {
    ...summariseUser(user),
    middleInitial: user.middleInitial,
    name: user.name ?? defaultName(user),
    role,
    domain: effectiveDomain(scope, user),
    schoolProgram: user.schoolProgram,
    programId: user.programId,
    degree: user.degree,
    monthOfEntry: user.monthOfEntry,
    yearOfEntry: user.yearOfEntry,
    monthOfGraduation: user.monthOfGraduation,
    yearOfGraduation: user.yearOfGraduation,
    isAffiliatedWithUniversity: user.isAffiliatedWithUniversity,
    hideProfilePage: user.hideProfilePage,
    unsubscribeAllGroupEmails: user.unsubscribeAllGroupEmails,
    genderPronoun: user.genderPronoun,
    userTags: user.userTags ?? [],
    nationalities: user.nationalities ?? [],
    careerInterests: user.careerInterests ?? [],
    languages: user.languages ?? [],
    customFields: user.customFields ?? {},
    facultyProfile: usesFacultyProfile(user) ? presentFacultyProfile(user.facultyProfile, role) : null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    changedAt: new Date(user.changedAt).toISOString(),
  };
}
