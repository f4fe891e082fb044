import { Body, Controller, Param, Post } from '@nestjs/common';

import {
  LastSecondFactor,
  NoPasskey,
  NoPassword,
  PasskeyNotFound,
  TooManyPasskeys,
} from '../../errors/account.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentSession, RequireSession, WithoutSecondFactor } from '../sessions/auth.decorators.js';
import {
  NewPasskeyDto,
  PasskeyDto,
  PasskeyOptionsDto,
  PasskeyPathDto,
  presentPasskey,
} from '../passkeys/passkeys.dto.js';
import type { OpenSession } from '../sessions/sessions.service.js';
import { ProofDto } from './account.dto.js';
import { AccountService } from './account.service.js';

/** The passkeys of the user who is logged in, whatever the role. */
@Controller('api/v1/admin/account/passkeys')
@RequireSession()
export class PasskeysController {
  constructor(private readonly accounts: AccountService) {}

  @Post('begin')
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Begin to add a passkey',
    description:
      'Answers what the browser needs to make one. Needs the password, and a second factor when the account has one.',
    answers: { 200: { dto: PasskeyOptionsDto } },
    refusals: [new NoPassword(), new TooManyPasskeys(20), 'RATE_LIMITED'],
  })
  async begin(
    @CurrentSession() session: OpenSession,
    @Body() proof: ProofDto,
  ): Promise<Success<PasskeyOptionsDto>> {
    return success({ options: await this.accounts.beginAddingPasskey(session, proof) });
  }

  @Post()
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Add a passkey',
    description: 'From now on a login by password needs this passkey or another second factor.',
    answers: { 201: { dto: PasskeyDto } },
  })
  async add(
    @CurrentSession() session: OpenSession,
    @Body() answer: NewPasskeyDto,
  ): Promise<Success<PasskeyDto>> {
    return success(presentPasskey(await this.accounts.addPasskey(session, answer)));
  }

  @Post('challenge')
  @ApiAdministration({
    summary: 'Ask for a passkey of the account',
    description: 'Answers what the browser needs to confirm with one, where a call needs a second factor.',
    answers: { 200: { dto: PasskeyOptionsDto } },
    refusals: [new NoPasskey()],
  })
  async challenge(@CurrentSession() session: OpenSession): Promise<Success<PasskeyOptionsDto>> {
    return success({ options: await this.accounts.askForPasskey(session) });
  }

  @Post(':passkeyId/remove')
  @ApiAdministration({
    summary: 'Remove a passkey of the account',
    description: 'Needs the password and a second factor, which may be this passkey.',
    answers: { 200: {} },
    refusals: [new PasskeyNotFound(), new LastSecondFactor(), 'RATE_LIMITED'],
  })
  async remove(
    @CurrentSession() session: OpenSession,
    @Param() { passkeyId }: PasskeyPathDto,
    @Body() proof: ProofDto,
  ): Promise<Success<null>> {
    await this.accounts.removePasskey(session, passkeyId, proof);
    return success(null);
  }
}
