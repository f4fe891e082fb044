import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

import type { Scope } from '../../../tenancy/scope.js';
import { type FacultyProfile, presentFacultyProfile } from '../fields/faculty-profile.js';
import {
  type AnsweredPlainFields,
  answeredPlainFields,
  PLAIN_FIELDS,
  type PlainKind,
} from '../fields/plain-fields.js';
import { defaultName, effectiveDomain, effectiveRole, usesFacultyProfile } from '../user-defaults.js';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../account.js';
import type { User } from '../user.entity.js';
import { KeepActiveDto, ProvenanceDto } from './provenance.dto.js';
import { PresentedFacultyProfileDto } from './faculty-profile.dto.js';

const NULLABLE_TEXT = { type: String, nullable: true } as const;

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

/** How plain fields are answered. */
const ANSWERED: Readonly<Record<PlainKind, ApiPropertyOptions>> = {
  text: NULLABLE_TEXT,
  integer: { type: 'integer', nullable: true },
  boolean: { type: Boolean },
  list: { type: String, isArray: true },
  object: { type: 'object', additionalProperties: true },
};

function WithPlainFields() {
  class SummaryWithPlainFieldsDto extends UserSummaryDto {}
  for (const [name, { kind }] of Object.entries(PLAIN_FIELDS))
    ApiProperty(ANSWERED[kind])(SummaryWithPlainFieldsDto.prototype, name);
  return SummaryWithPlainFieldsDto as new () => UserSummaryDto & AnsweredPlainFields;
}

/** Every stored attribute of a user, with defaults filled in (contract, 2.6). */
export class UserDto extends WithPlainFields() {
  @ApiProperty({ example: 'Ann Lee' })
  name!: string;

  @ApiProperty({ example: 'student' })
  role!: string;

  @ApiProperty({ example: 'northern.example.edu' })
  domain!: string;

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
  // A literal with spreads and as many members took Node 20 five times as long, 50 µs a person.
  return Object.assign(summariseUser(user), answeredPlainFields(user), {
    name: user.name ?? defaultName(user),
    role,
    domain: effectiveDomain(scope, user),
    facultyProfile: usesFacultyProfile(user) ? presentFacultyProfile(user.facultyProfile, role) : null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    changedAt: new Date(user.changedAt).toISOString(),
  });
}
