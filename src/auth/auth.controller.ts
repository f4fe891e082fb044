import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { NoPasskey } from '../errors/account.errors.js';
import { InvitationNotFound } from '../errors/auth.errors.js';
import { success, type Success } from '../http/answers.js';
import { Public } from '../http/access.js';
import { ApiAdministration } from '../http/openapi/administration.decorators.js';
import { wallTime } from '../tenancy/time/tenant-clock.js';
import { CurrentSession, RequireSession, WithoutSecondFactor } from './sessions/auth.decorators.js';
import {
  AcceptInvitationDto,
  CredentialsDto,
  InvitationTokenDto,
  InviteeDto,
  LoginDto,
} from './dto/auth.dto.js';
import { presentSession, SessionDto } from './dto/session.dto.js';
import { InvitationsService } from './administrators/invitations.service.js';
import { LoginService } from './login/login.service.js';
import { PasskeyOptionsDto } from './passkeys/passkeys.dto.js';
import { type BrowserOptions, VALID_MS } from './passkeys/web-authn.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { type NewSession, type OpenSession, SessionsService } from './sessions/sessions.service.js';
import { hashToken, newToken } from './sessions/tokens.js';

@Controller('api/v1/admin')
export class AuthController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
    private readonly invitations: InvitationsService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('session')
  @Public()
  @ApiAdministration({
    summary: 'Log in',
    description:
      'With the e-mail address and password of an active administrator; sets the session cookie. ' +
      'Repeated failures are answered later and later.',
    isPublic: true,
    answers: { 200: { dto: SessionDto } },
    refusals: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
  })
  async login(
    @Body() body: LoginDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SessionDto>> {
    const session = await this.logins.login(body, request.clientAddress, this.holderOf(request));
    return this.begin(request, response, session);
  }

  @Post('session/passkey')
  @Public()
  @ApiAdministration({
    summary: 'Ask for a passkey before logging in',
    description:
      'With a right e-mail address and password, answers what the browser needs to confirm with a passkey of the ' +
      'account; sets a cookie without which the answer of the passkey is refused.',
    isPublic: true,
    answers: { 200: { dto: PasskeyOptionsDto } },
    refusals: ['INVALID_CREDENTIALS', new NoPasskey(), 'RATE_LIMITED'],
  })
  async askForPasskey(
    @Body() body: CredentialsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<PasskeyOptionsDto>> {
    return this.ask(request, response, (holder) =>
      this.logins.askForPasskey(body, request.clientAddress, holder),
    );
  }

  @Get('session')
  @RequireSession()
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Who is logged in',
    description: 'The administrator of this session, and the token that its changes need in X-CSRF-Token.',
    answers: { 200: { dto: SessionDto } },
  })
  show(@CurrentSession() session: OpenSession): Success<SessionDto> {
    return success(presentSession(session));
  }

  @Delete('session')
  @RequireSession()
  @WithoutSecondFactor()
  @ApiAdministration({
    summary: 'Log out',
    description: 'Ends this session and no other one of the administrator.',
    answers: { 200: {} },
  })
  async logout(
    @CurrentSession() session: OpenSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<null>> {
    await this.sessions.end(session.tokenHash);
    this.cookies.clear(request, response, 'session');
    return success(null);
  }

  @Post('invitations/show')
  @Public()
  @ApiAdministration({
    summary: 'Whom an invitation is for',
    description: 'The name and address behind the token of an invitation link, as long as the link is good.',
    isPublic: true,
    answers: { 200: { dto: InviteeDto } },
    refusals: [new InvitationNotFound()],
  })
  async invitation(@Body() { token }: InvitationTokenDto): Promise<Success<InviteeDto>> {
    const { email, firstName, lastName } = await this.invitations.show(token);
    return success({ email, firstName, lastName });
  }

  @Post('invitations/accept')
  @Public()
  @ApiAdministration({
    summary: 'Set a password by invitation, and log in',
    description:
      'Uses the token up, ends every other session of the account and sets the cookie of a new one.',
    isPublic: true,
    answers: { 200: { dto: SessionDto } },
    refusals: [new InvitationNotFound(), 'INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
  })
  async accept(
    @Body() { token, password, code, passkey }: AcceptInvitationDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SessionDto>> {
    const { clientAddress: address, requestId } = request;
    const session = await this.invitations.accept({
      token,
      password,
      factor: { code, passkey, holder: this.holderOf(request) },
      address,
      requestId,
    });
    return this.begin(request, response, session);
  }

  @Post('invitations/passkey')
  @Public()
  @ApiAdministration({
    summary: 'Ask for a passkey before accepting an invitation',
    description: 'Like the call before a login, with the token of the invitation instead of a password.',
    isPublic: true,
    answers: { 200: { dto: PasskeyOptionsDto } },
    refusals: [new InvitationNotFound(), new NoPasskey()],
  })
  async askInvitee(
    @Body() { token }: InvitationTokenDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<PasskeyOptionsDto>> {
    return this.ask(request, response, (holder) => this.invitations.askForPasskey(token, holder));
  }

  /** A cookie ties the challenge to this browser. */
  private async ask(
    request: Request,
    response: Response,
    optionsFor: (holder: Buffer) => Promise<BrowserOptions>,
  ): Promise<Success<PasskeyOptionsDto>> {
    const value = newToken();
    const options = await optionsFor(hashToken(value));
    this.cookies.write(request, response, 'passkey', {
      value,
      expiresAt: new Date(wallTime().getTime() + VALID_MS),
    });
    return success({ options });
  }

  private holderOf(request: Request): Buffer {
    return hashToken(this.cookies.read(request, 'passkey'));
  }

  private async begin(
    request: Request,
    response: Response,
    { token, expiresAt }: NewSession,
  ): Promise<Success<SessionDto>> {
    this.cookies.write(request, response, 'session', { value: token, expiresAt });
    return success(presentSession(await this.sessions.use(token, request.clientAddress, request.requestId)));
  }
}
