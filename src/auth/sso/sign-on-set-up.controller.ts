import { Body, Controller, Get, Post, Put, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { NoSignOnDraft, SignOnNotTested } from '../../errors/sign-on.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { translationsOf } from '../../texts/languages.js';
import { ProofOfAnyDto } from '../account/account.dto.js';
import type { OpenSession } from '../sessions/sessions.service.js';
import { AlsoFor, CurrentSession, RequireAdministrator } from '../sessions/auth.decorators.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { publicMetadata } from './saml/saml-metadata.js';
import type { SignOnDraft } from './sign-on-draft.entity.js';
import {
  providerOf,
  type SignOnDraftDto,
  SignOnSetUpDto,
  type SignOnStateDto,
  SignOnInputDto,
} from './sign-on-set-up.dto.js';
import { type SignOnSetUp, SignOnSetUpService } from './sign-on-set-up.service.js';
import type { SignOnSettings } from './sign-on-settings.entity.js';
import { SignOnAddresses } from './sign-on-addresses.js';
import { SignOnService } from './sign-on.service.js';

function presentState(stored: SignOnSettings | SignOnDraft): SignOnStateDto {
  const { provider, issuer, clientId, metadata, metadataUrl, changedAt } = stored;
  return {
    provider: providerOf(provider),
    issuer,
    clientId,
    metadataUrl,
    ...(metadata === null ? { signOnUrl: null, certificates: [] } : publicMetadata(metadata)),
    changedAt: changedAt.toISOString(),
  };
}

function presentDraft(draft: SignOnDraft): SignOnDraftDto {
  const { testedAt, testedEmail, testedSubject, testedAffiliations, testProblem, testSentences } = draft;
  return {
    ...presentState(draft),
    testedAt: testedAt?.toISOString() ?? null,
    testedEmail,
    testedSubject,
    testedAffiliations: testedAffiliations ?? [],
    testProblem,
    translations: translationsOf(testSentences ?? []),
  };
}

/** Single sign-on of the administrator's own tenant. */
@Controller('api/v1/admin/sign-on')
@RequireAdministrator()
export class SignOnSetUpController {
  constructor(
    private readonly setUp: SignOnSetUpService,
    private readonly signOn: SignOnService,
    private readonly addresses: SignOnAddresses,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show single sign-on',
    description: 'What is in use, what is being set up, and the addresses that the provider must know.',
    answers: { 200: { dto: SignOnSetUpDto } },
  })
  async show(@CurrentScope() scope: Scope): Promise<Success<SignOnSetUpDto>> {
    return this.present(scope, await this.setUp.show(scope));
  }

  @Put('draft')
  @ApiAdministration({
    summary: 'Set single sign-on up',
    description: 'Asks the provider whether it is there, and stores a draft; what is in use stays.',
    answers: { 200: { dto: SignOnSetUpDto } },
  })
  async save(@CurrentScope() scope: Scope, @Body() input: SignOnInputDto): Promise<Success<SignOnSetUpDto>> {
    return this.present(scope, await this.setUp.save(scope, input));
  }

  @Get('test')
  @ApiResponse({ status: 303, description: 'To the provider that is being set up', content: {} })
  @ApiAdministration({
    summary: 'Test single sign-on',
    description: 'A browser visits this address, signs on, and comes back to the page of single sign-on.',
    answers: {},
    refusals: [new NoSignOnDraft()],
  })
  async test(
    @CurrentScope() scope: Scope,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { location, protocol, ticket } = await this.signOn.beginTest(scope);
    this.cookies.write(request, response, protocol, ticket);
    response.redirect(303, location);
  }

  @Post('switch-on')
  @ApiAdministration({
    summary: 'Switch single sign-on on',
    description:
      'Puts the draft to use, after a test that succeeded. An account with a password proves that its user is asking.',
    answers: { 200: { dto: SignOnSetUpDto } },
    refusals: [new NoSignOnDraft(), new SignOnNotTested(), 'RATE_LIMITED'],
  })
  async switchOn(
    @CurrentScope() scope: Scope,
    @CurrentSession() session: OpenSession,
    @Body() proof: ProofOfAnyDto,
  ): Promise<Success<SignOnSetUpDto>> {
    return this.present(scope, await this.setUp.switchOn(session, proof));
  }

  @Post('switch-off')
  @ApiAdministration({
    summary: 'Switch single sign-on off',
    description:
      'Open sessions stay. People without a password need an invitation to set one. An account with a password ' +
      'proves that its user is asking.',
    answers: { 200: { dto: SignOnSetUpDto } },
    refusals: ['RATE_LIMITED'],
  })
  async switchOff(
    @CurrentScope() scope: Scope,
    @CurrentSession() session: OpenSession,
    @Body() proof: ProofOfAnyDto,
  ): Promise<Success<SignOnSetUpDto>> {
    return this.present(scope, await this.setUp.switchOff(session, proof));
  }

  private present(scope: Scope, { active, draft }: SignOnSetUp): Success<SignOnSetUpDto> {
    const { redirectUri, samlEntityId: entityId, samlAnswers: answersTo } = this.addresses;
    return success({
      redirectUri,
      saml: { entityId, answersTo },
      emailDomain: scope.tenant.emailDomain,
      active: active && presentState(active),
      draft: draft && presentDraft(draft),
    });
  }
}
