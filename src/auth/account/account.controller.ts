import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';

import {
  NoPassword,
  NoSecondFactor,
  SecondFactorIsOn,
  SessionNotFound,
} from '../../errors/account.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ADMINISTRATION, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { RequireSession } from '../auth.decorators.js';
import type { OpenSession } from '../sessions.service.js';
import {
  AccountDto,
  AppSetUpDto,
  ChangePasswordDto,
  ConfirmSecondFactorDto,
  OwnSessionDto,
  presentOwnSession,
  ProofDto,
  RecoveryCodesDto,
  SessionPathDto,
} from './account.dto.js';
import { AccountService } from './account.service.js';

const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

const sessionOf = (request: Request): OpenSession => request.session as OpenSession;

/** The account of the user who is logged in, whatever the role. */
@Controller('api/v1/admin/account')
@RequireSession()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Get()
  @ApiOperationWith({
    summary: 'Show how the own account logs in',
    description:
      'Whether it has a password and an authenticator app, how many recovery codes are left, and its passkeys.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: AccountDto } },
  })
  async show(@Req() request: Request): Promise<Success<AccountDto>> {
    return success(await this.accounts.show(sessionOf(request)));
  }

  @Put('password')
  @ApiOperationWith({
    summary: 'Change the own password',
    description:
      'Ends every other session of the account. Repeated wrong passwords are answered later and later.',
    tag: ADMINISTRATION,
    answers: { 200: {} },
    refusals: [...BODY_REFUSALS, new NoPassword(), 'RATE_LIMITED'],
  })
  async changePassword(@Req() request: Request, @Body() wish: ChangePasswordDto): Promise<Success<null>> {
    await this.accounts.changePassword(sessionOf(request), wish);
    return success(null);
  }

  @Get('sessions')
  @ApiOperationWith({
    summary: 'List the own sessions',
    description: 'Those that are open, the last used first.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: OwnSessionDto, isList: true } },
  })
  async sessions(@Req() request: Request): Promise<Success<OwnSessionDto[]>> {
    const session = sessionOf(request);
    const open = await this.accounts.listSessions(session);
    return success(open.map((one) => presentOwnSession(one, session.tokenHash)));
  }

  @Delete('sessions')
  @ApiOperationWith({
    summary: 'End the own other sessions',
    description: 'All except the one of this request.',
    tag: ADMINISTRATION,
    answers: { 200: {} },
  })
  async endOthers(@Req() request: Request): Promise<Success<null>> {
    await this.accounts.endOtherSessions(sessionOf(request));
    return success(null);
  }

  @Delete('sessions/:sessionId')
  @ApiOperationWith({
    summary: 'End one of the own sessions',
    description: 'Also that of this request.',
    tag: ADMINISTRATION,
    answers: { 200: {} },
    refusals: [new SessionNotFound()],
  })
  async endSession(@Req() request: Request, @Param() { sessionId }: SessionPathDto): Promise<Success<null>> {
    await this.accounts.endSession(sessionOf(request), sessionId);
    return success(null);
  }

  @Post('second-factor')
  @ApiOperationWith({
    summary: 'Begin to add an authenticator app',
    description: 'Shows the secret for the app, once. It has no effect until a code of the app confirms it.',
    tag: ADMINISTRATION,
    answers: { 201: { dto: AppSetUpDto } },
    refusals: [...BODY_REFUSALS, new NoPassword(), new SecondFactorIsOn(), 'RATE_LIMITED'],
  })
  async begin(@Req() request: Request, @Body() proof: ProofDto): Promise<Success<AppSetUpDto>> {
    return success(await this.accounts.beginSecondFactor(sessionOf(request), proof));
  }

  @Post('second-factor/confirm')
  @HttpCode(200)
  @ApiOperationWith({
    summary: 'Confirm an authenticator app',
    description: 'From now on a login by password needs a code. The recovery codes are in this answer alone.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: RecoveryCodesDto } },
    refusals: [...BODY_REFUSALS, new NoSecondFactor()],
  })
  async confirm(
    @Req() request: Request,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<Success<RecoveryCodesDto>> {
    return success({ recoveryCodes: await this.accounts.confirmSecondFactor(sessionOf(request), code) });
  }

  @Post('second-factor/remove')
  @HttpCode(200)
  @ApiOperationWith({
    summary: 'Remove the own authenticator app',
    description: 'Needs the password and a code or a passkey; the recovery codes end too.',
    tag: ADMINISTRATION,
    answers: { 200: {} },
    refusals: [...BODY_REFUSALS, new NoSecondFactor(), 'RATE_LIMITED'],
  })
  async remove(@Req() request: Request, @Body() proof: ProofDto): Promise<Success<null>> {
    await this.accounts.removeSecondFactor(sessionOf(request), proof);
    return success(null);
  }
}
