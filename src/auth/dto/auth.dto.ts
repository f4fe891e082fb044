import { ApiProperty } from '@nestjs/swagger';
import { MaxLength, MinLength } from 'class-validator';

import { Email, Identifier, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';

const TOKEN = /^[\w-]{43}$/;

/** A password, which is not trimmed. */
function PasswordText(least: number): PropertyDecorator {
  return (target, property) => {
    ApiProperty({ type: String, format: 'password', minLength: least, maxLength: 200 })(target, property);
    MinLength(least, {
      message: least === 1 ? 'password is required' : `password must have at least ${least} characters`,
    })(target, property);
    MaxLength(200, { message: 'password must be at most 200 characters long' })(target, property);
  };
}

export class LoginDto {
  @Email({ required: true })
  email!: string;

  @PasswordText(1)
  password!: string;

  @Identifier(14, { description: 'Needed only when the address is known to several tenants' })
  tenantId?: string | null;
}

export class InviteDto {
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
