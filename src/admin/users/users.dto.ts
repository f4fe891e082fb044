import { ApiProperty, PickType } from '@nestjs/swagger';

import { CalendarDate, OneOf } from '../../http/fields/fields.js';
import { QueryFlag, QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ApiAnyJson } from '../../http/openapi/openapi.decorators.js';
import { pick } from '../../http/pick.js';
import type { Scope } from '../../tenancy/scope.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import type { UserHistoryEntry } from '../../users/history/user-change.entity.js';
import { QueryRole } from '../../users/model/dto/query-role.js';
import { presentUser, UserDto } from '../../users/model/dto/user.dto.js';
import { USER_SORTS } from '../../users/list/user-list.repository.js';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountStatus,
  type AccountType,
} from '../../users/model/account.js';
import type { User } from '../../users/model/user.entity.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class UsersQueryDto extends ListSortedBy(...USER_SORTS) {
  @QueryText(200, 'Words; each begins a name, the e-mail address or a number')
  q?: string;

  @QueryOneOf(ACCOUNT_TYPES)
  accountType?: AccountType;

  @QueryOneOf(ACCOUNT_STATUSES)
  accountStatus?: AccountStatus;

  @QueryRole()
  role?: string;

  @QueryFlag('Only those who chair the committee of a student; default false')
  chairing?: boolean;
}

/** `accountStatus` is required, since this call can end a person's access. */
export class AccountStatusDto {
  @OneOf(ACCOUNT_STATUSES, { required: true, example: 'inactive' })
  accountStatus!: AccountStatus;

  @CalendarDate({
    description:
      'With active: the last day on which no source de-provisions the user, at most a year ahead, in the time zone ' +
      'of the university. null ends it; omitted, it stays',
    example: null,
  })
  keepActiveUntil?: string | null;
}

const LISTED = [
  'id',
  'legacyNumber',
  'email',
  'firstName',
  'lastName',
  'name',
  'accountType',
  'accountStatus',
  'role',
  'schoolProgram',
  'createdAt',
  'updatedAt',
] as const;

/** A person in a list. */
export class UserRowDto extends PickType(UserDto, LISTED) {}

export function presentUserRow(scope: Scope, user: User): UserRowDto {
  return pick(presentUser(scope, user), LISTED);
}

export class FieldChangeDto implements FieldChange {
  @ApiProperty({ example: 'facultyProfile.leaveUntil' })
  field!: string;

  @ApiAnyJson('What it was', null)
  before!: unknown;

  @ApiAnyJson('What it is since', '2027-01-31')
  after!: unknown;
}

/** IDs of entries follow the order in which they were written. */
export class UserChangesQueryDto extends ListSortedBy('at') {}

/** An entry of a person's history. */
export class UserChangeDto {
  @ApiProperty({ example: '17' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: ['inserted', 'updated'] })
  kind!: 'inserted' | 'updated';

  @ApiProperty({ example: 'admin:951000001' })
  actor!: string;

  @ApiProperty({ example: 'Ann Lee' })
  actorLabel!: string;

  @ApiProperty()
  requestId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The run of the SIS that it belongs to' })
  run!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The submission whose acceptance it was' })
  submissionId!: string | null;

  @ApiProperty({
    type: FieldChangeDto,
    isArray: true,
    description: 'Empty for a new user. null means not set: the default applies, if there is one',
  })
  fields!: readonly FieldChange[];
}

export function presentUserChange(entry: UserHistoryEntry, actorLabel: string): UserChangeDto {
  const { id, at, kind, actor, requestId, run, submissionId, fields } = entry;
  return {
    id: String(id),
    at: at.toISOString(),
    kind,
    actor,
    actorLabel,
    requestId,
    run,
    submissionId,
    fields: fields ?? [],
  };
}
