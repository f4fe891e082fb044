import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';

import {
  LastSecondFactor,
  NoPassword,
  NoSecondFactor,
  SecondFactorIsOn,
  SessionNotFound,
} from '../../errors/account.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentSession, RequireSession, WithoutSecondFactor } from '../sessions/auth.decorators.js';
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
  async show(@CurrentSession() session: OpenSession): Promise<Success<AccountDto>> {
    return success(await this.accounts.show(session));
  }

  @Put('password')
  @ApiAdministration({
    summary: 'Change the own password',
    description:
      'Ends every other session of the account. Repeated wrong passwords are answered later and later.',
    answers: { 200: {} },
    refusals: [new NoPassword(), 'RATE_LIMITED'],
  })
  async changePassword(
    @CurrentSession() session: OpenSession,
    @Body() input: ChangePasswordDto,
  ): Promise<Success<null>> {
    await this.accounts.changePassword(session, input);
    return success(null);
  }

  @Get('sessions')
  @ApiAdministration({
    summary: 'List the own sessions',
    description: 'Those that are open, the last used first.',
    answers: { 200: { dto: OwnSessionDto, isList: true } },
  })
  async sessions(@CurrentSession() session: OpenSession): Promise<Success<OwnSessionDto[]>> {
    const open = await this.accounts.listSessions(session);
    return success(open.map((one) => presentOwnSession(one, session.tokenHash)));
  }

  @Delete('sessions')
  @ApiAdministration({
    summary: 'End the own other sessions',
    description: 'All except the one of this request.',
    answers: { 200: {} },
  })
  async endOthers(@CurrentSession() session: OpenSession): Promise<Success<null>> {
    await this.accounts.endOtherSessions(session);
    return success(null);
  }

  @Delete('sessions/:sessionId')
  @ApiAdministration({
    summary: 'End one of the own sessions',
    description: 'Also that of this request.',
    answers: { 200: {} },
    refusals: [new SessionNotFound()],
  })
  async endSession(
    @CurrentSession() session: OpenSession,
    @Param() { sessionId }: SessionPathDto,
  ): Promise<Success<null>> {
    await this.accounts.endSession(session, sessionId);
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
  async begin(
    @CurrentSession() session: OpenSession,
    @Body() proof: ProofDto,
  ): Promise<Success<AppSetUpDto>> {
    return success(await this.accounts.beginSecondFactor(session, proof));
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
    @CurrentSession() session: OpenSession,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<Success<RecoveryCodesDto>> {
    return success({ recoveryCodes: await this.accounts.confirmSecondFactor(session, code) });
  }

  @Post('second-factor/remove')
  @ApiAdministration({
    summary: 'Remove the own authenticator app',
    description: 'Needs the password and a code or a passkey; the recovery codes end too.',
    answers: { 200: {} },
    refusals: [new NoSecondFactor(), new LastSecondFactor(), 'RATE_LIMITED'],
  })
  async remove(@CurrentSession() session: OpenSession, @Body() proof: ProofDto): Promise<Success<null>> {
    await this.accounts.removeSecondFactor(session, proof);
    return success(null);
  }
}
