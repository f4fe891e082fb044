import { ApiProperty } from '@nestjs/swagger';
import { MaxLength, MinLength } from 'class-validator';

import { Email, Identifier, Nested, OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { PasskeyAnswerDto } from '../passkeys/passkeys.dto.js';
import { ADMINISTRATION_ROLE_NAMES, type AdministrationRole } from '../../users/model/user-defaults.js';

const TOKEN = /^[\w-]{43}$/;

/** A password, which is not trimmed. The property's name is part of the messages. */
export function PasswordText(least: number): PropertyDecorator {
  return (target, property) => {
    ApiProperty({ type: String, format: 'password', minLength: least, maxLength: 200 })(target, property);
    MinLength(least, {
      message: least === 1 ? '$property is required' : `$property must have at least ${least} characters`,
    })(target, property);
    MaxLength(200, { message: '$property must be at most 200 characters long' })(target, property);
  };
}

export class CredentialsDto {
  @Email({ required: true })
  email!: string;

  @PasswordText(1)
  password!: string;

  @Identifier(14, { description: 'Needed only when the address is known to several tenants' })
  tenantId?: string | null;
}

const WHEN_NEEDED = 'when the account needs a second factor';

export class LoginDto extends CredentialsDto {
  @Text(40, { description: `Of the authenticator app, or a recovery code; ${WHEN_NEEDED}` })
  code?: string | null;

  @Nested(() => PasskeyAnswerDto, { description: `Instead of a code; ${WHEN_NEEDED}` })
  passkey?: PasskeyAnswerDto | null;
}

export class InviteDto {
  @OneOf(ADMINISTRATION_ROLE_NAMES, {
    description: 'Default: the role of the administration that the person has, otherwise administrator',
  })
  role?: AdministrationRole | null;

  @Email({ required: true, isUnmistakable: true, example: 'registrar@northern.example.edu' })
  email!: string;

  @Text(100, { description: 'Only for a person without an account' })
  firstName?: string | null;

  @Text(100)
  lastName?: string | null;
}

export class InvitationTokenDto {
  @Pattern(TOKEN, 'must be the token of an invitation link', { required: true })
  token!: string;
}

export class AcceptInvitationDto extends InvitationTokenDto {
  @Text(40, { description: `Of the authenticator app, or a recovery code; ${WHEN_NEEDED}` })
  code?: string | null;

  @Nested(() => PasskeyAnswerDto, { description: `Instead of a code; ${WHEN_NEEDED}` })
  passkey?: PasskeyAnswerDto | null;

  @PasswordText(12)
  password!: string;
}

/** The person whom an invitation is for. */
export class InviteeDto {
  @ApiProperty({ example: 'registrar@northern.example.edu' })
  email!: string;

  @ApiProperty({ example: 'Ann' })
  firstName!: string;

  @ApiProperty({ example: 'Lee' })
  lastName!: string;
}
