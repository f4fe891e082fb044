import { ApiProperty } from '@nestjs/swagger';

import type { LabelOf } from '../../actors/actor-labels.js';
import {
  type Administrator,
  ADMINISTRATOR_SORTS,
  INVITATION_SORTS,
  type PendingInvitation,
} from '../../auth/administrators/administrators.repository.js';
import { Identifier, OneOf } from '../../http/fields/fields.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../users/model/account.js';
import {
  ADMINISTRATION_ROLE_NAMES,
  type AdministrationRole,
  administrationRoleOf,
} from '../../users/model/user-defaults.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class AdministratorsQueryDto extends ListSortedBy(...ADMINISTRATOR_SORTS) {}

export class InvitationsQueryDto extends ListSortedBy(...INVITATION_SORTS) {}

export class AdministratorPathDto {
  @Identifier(64, { required: true, example: '951000001' })
  userId!: string;
}

export class ChangeRoleDto {
  @OneOf(ADMINISTRATION_ROLE_NAMES, { required: true, example: 'operator' })
  role!: AdministrationRole;
}

/** Who a user of the administration is. */
export class PersonDto {
  @ApiProperty({ example: '951000001' })
  userId!: string;

  @ApiProperty({ example: 'registrar@northern.example.edu' })
  email!: string;

  @ApiProperty({ example: 'Ann' })
  firstName!: string;

  @ApiProperty({ example: 'Lee' })
  lastName!: string;
}

export class AdministratorDto extends PersonDto {
  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty({ enum: [...ADMINISTRATION_ROLE_NAMES] })
  role!: AdministrationRole;

  @ApiProperty({ description: 'Without a password the user logs in by single sign-on only', example: true })
  hasPassword!: boolean;

  @ApiProperty({ description: 'Whether a login by password needs a code of an app, or a passkey, too' })
  hasSecondFactor!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The last request of a session that is still open, to the minute',
  })
  lastSeenAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the invitation ends or has ended by which the user has not set a password yet; null without one',
  })
  invitedUntil!: string | null;
}

export class PendingInvitationDto extends PersonDto {
  @ApiProperty({
    enum: [...ADMINISTRATION_ROLE_NAMES],
    nullable: true,
    description: 'null: taken away since',
  })
  role!: AdministrationRole | null;

  @ApiProperty({ example: 'terminal' })
  invitedBy!: string;

  @ApiProperty({ example: 'terminal' })
  invitedByLabel!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

export function presentAdministrator({
  lastSeenAt,
  invitedUntil,
  ...administrator
}: Administrator): AdministratorDto {
  return {
    ...administrator,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  };
}

export function presentPending(
  { createdAt, expiresAt, role, ...invitation }: PendingInvitation,
  labelOf: LabelOf,
): PendingInvitationDto {
  return {
    ...invitation,
    role: administrationRoleOf(role ?? '') ?? null,
    invitedByLabel: labelOf(invitation.invitedBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
