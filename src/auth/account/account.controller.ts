import { Body, Controller, Delete, Get, Param, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';

import {
  LastSecondFactor,
  NoPassword,
  NoSecondFactor,
  SecondFactorIsOn,
  SessionNotFound,
} from '../../errors/account.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { RequireSession, WithoutSecondFactor } from '../sessions/auth.decorators.js';
import type { OpenSession } from '../sessions/sessions.service.js';
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

const sessionOf = (request: Request): OpenSession => request.session as OpenSession;

/** The account of the user who is logged in, whatever the role. */
@Controller('api/v1/admin/account')
@RequireSession()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Get()
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Show how the own account logs in',
    description:
      'Whether it has a password and an authenticator app, how many recovery codes are left, and its passkeys.',
    answers: { 200: { dto: AccountDto } },
  })
  async show(@Req() request: Request): Promise<Success<AccountDto>> {
    return success(await this.accounts.show(sessionOf(request)));
  }

  @Put('password')
  @ApiAdministration({
    summary: 'Change the own password',
    description:
      'Ends every other session of the account. Repeated wrong passwords are answered later and later.',
    answers: { 200: {} },
    refusals: [new NoPassword(), 'RATE_LIMITED'],
  })
  async changePassword(@Req() request: Request, @Body() input: ChangePasswordDto): Promise<Success<null>> {
    await this.accounts.changePassword(sessionOf(request), input);
    return success(null);
  }

  @Get('sessions')
  @ApiAdministration({
    summary: 'List the own sessions',
    description: 'Those that are open, the last used first.',
    answers: { 200: { dto: OwnSessionDto, isList: true } },
  })
  async sessions(@Req() request: Request): Promise<Success<OwnSessionDto[]>> {
    const session = sessionOf(request);
    const open = await this.accounts.listSessions(session);
    return success(open.map((one) => presentOwnSession(one, session.tokenHash)));
  }

  @Delete('sessions')
  @ApiAdministration({
    summary: 'End the own other sessions',
    description: 'All except the one of this request.',
    answers: { 200: {} },
  })
  async endOthers(@Req() request: Request): Promise<Success<null>> {
    await this.accounts.endOtherSessions(sessionOf(request));
    return success(null);
  }

  @Delete('sessions/:sessionId')
  @ApiAdministration({
    summary: 'End one of the own sessions',
    description: 'Also that of this request.',
    answers: { 200: {} },
    refusals: [new SessionNotFound()],
  })
  async endSession(@Req() request: Request, @Param() { sessionId }: SessionPathDto): Promise<Success<null>> {
    await this.accounts.endSession(sessionOf(request), sessionId);
    return success(null);
  }

  @Post('second-factor')
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Begin to add an authenticator app',
    description: 'Shows the secret for the app, once. It has no effect until a code of the app confirms it.',
    answers: { 201: { dto: AppSetUpDto } },
    refusals: [new NoPassword(), new SecondFactorIsOn(), 'RATE_LIMITED'],
  })
  async begin(@Req() request: Request, @Body() proof: ProofDto): Promise<Success<AppSetUpDto>> {
    return success(await this.accounts.beginSecondFactor(sessionOf(request), proof));
  }

  @Post('second-factor/confirm')
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Confirm an authenticator app',
    description: 'From now on a login by password needs a code. The recovery codes are in this answer alone.',
    answers: { 200: { dto: RecoveryCodesDto } },
    refusals: [new NoSecondFactor()],
  })
  async confirm(
    @Req() request: Request,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<Success<RecoveryCodesDto>> {
    return success({ recoveryCodes: await this.accounts.confirmSecondFactor(sessionOf(request), code) });
  }

  @Post('second-factor/remove')
  @ApiAdministration({
    summary: 'Remove the own authenticator app',
    description: 'Needs the password and a code or a passkey; the recovery codes end too.',
    answers: { 200: {} },
    refusals: [new NoSecondFactor(), new LastSecondFactor(), 'RATE_LIMITED'],
  })
  async remove(@Req() request: Request, @Body() proof: ProofDto): Promise<Success<null>> {
    await this.accounts.removeSecondFactor(sessionOf(request), proof);
    return success(null);
  }
}
