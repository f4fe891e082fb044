import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';

import { Identifier, Nested, Text } from '../../http/fields/fields.js';
import { PasswordText } from '../dto/auth.dto.js';
import type { Session } from '../entities/session.entity.js';
import { PasskeyAnswerDto, PasskeyDto } from '../passkeys/passkeys.dto.js';

export class ChangePasswordDto {
  @PasswordText(1)
  currentPassword!: string;

  @PasswordText(12)
  password!: string;
}

class FactorDto {
  @Text(40, { description: 'Of the app, or a recovery code', example: '123456' })
  code?: string | null;

  @Nested(() => PasskeyAnswerDto, { description: 'Instead of a code' })
  passkey?: PasskeyAnswerDto | null;
}

/** That the user of the session is asking: the password, and a second factor when the account has one. */
export class ProofDto extends FactorDto {
  @PasswordText(1)
  currentPassword!: string;
}

/** The same of an account that may have no password, and then proves nothing. */
export class ProofOfAnyDto extends FactorDto {
  @ApiProperty({ required: false, nullable: true, description: 'Required when the account has one' })
  @IsOptional()
  @PasswordText(1)
  currentPassword?: string | null;
}

export class ConfirmSecondFactorDto {
  @Text(40, { required: true, description: 'The code that the app shows now', example: '123456' })
  code!: string;
}

export class SessionPathDto {
  @Identifier(16, { required: true, example: 'A'.repeat(16) })
  sessionId!: string;
}

export class AccountDto {
  @ApiProperty({ description: 'Without a password the account logs in by single sign-on only' })
  hasPassword!: boolean;

  @ApiProperty({ description: 'Whether it has an authenticator app' })
  hasApp!: boolean;

  @ApiProperty({ type: 'integer', example: 10 })
  recoveryCodesLeft!: number;

  @ApiProperty({ type: PasskeyDto, isArray: true, description: 'The oldest first' })
  passkeys!: PasskeyDto[];
}

export class OwnSessionDto {
  @ApiProperty({ example: 'A'.repeat(16) })
  sessionId!: string;

  @ApiProperty({ example: '192.0.2.44' })
  address!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', description: 'To the minute' })
  lastSeenAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ description: 'Whether it is the session of this request' })
  isCurrent!: boolean;
}

export class AppSetUpDto {
  @ApiProperty({
    description: 'For an app that cannot read the QR code; base 32',
    example: 'JBSWY3DPEHPK3PXP',
  })
  secret!: string;

  @ApiProperty({ description: 'For the QR code', example: 'otpauth://totp/Integration%20administration' })
  address!: string;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: String, isArray: true, description: 'Each works once; not shown again' })
  recoveryCodes!: string[];
}

/** A part of the hash of the token: it names the session, and opens nothing. */
export function sessionIdOf({ tokenHash }: Pick<Session, 'tokenHash'>): string {
  return tokenHash.subarray(0, 12).toString('base64url');
}

export function presentOwnSession(session: Session, current: Buffer): OwnSessionDto {
  return {
    sessionId: sessionIdOf(session),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: session.tokenHash.equals(current),
  };
}
