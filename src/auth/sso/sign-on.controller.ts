import { Body, Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { PayloadTooLarge } from '../../errors/request.errors.js';
import { SignOnExpired, SignOnNotOffered } from '../../errors/sign-on.errors.js';
import { success, type Success } from '../../http/answers.js';
import { Public } from '../../http/access.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { FORM_TYPE, JsonBody } from '../../http/server/json-body.guard.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import type { ProviderAccount } from './provider-account.js';
import { SamlProvider } from './saml/saml-provider.js';
import { SignOnAddresses } from './sign-on-addresses.js';
import { SignOnLimits } from './sign-on-limits.service.js';
import { SignOnRefusals } from './sign-on-refusals.filter.js';
import { FindSignOnDto, OfferingTenantDto, SamlAnswerDto } from './sign-on-set-up.dto.js';
import { SignOnSetUpService } from './sign-on-set-up.service.js';
import { SignOnService } from './sign-on.service.js';

const METADATA_TYPE = 'application/samlmetadata+xml';
/** An answer has about 15. */
const ANSWER_KIB = 128;

/** A browser visits these addresses; their answers, refusals included, are redirections. */
@Controller('api/v1/admin/sso')
@Public()
@UseFilters(SignOnRefusals)
export class SignOnController {
  constructor(
    private readonly signOn: SignOnService,
    private readonly setUp: SignOnSetUpService,
    private readonly saml: SamlProvider,
    private readonly addresses: SignOnAddresses,
    private readonly cookies: SessionCookies,
    private readonly limits: SignOnLimits,
  ) {}

  @Post('find')
  @ApiAdministration({
    summary: 'Find single sign-on by e-mail address',
    description:
      'The universities with single sign-on to whose domain the address belongs. ' +
      'Whether they know the address is not looked at.',
    isPublic: true,
    answers: { 200: { dto: OfferingTenantDto, isList: true } },
  })
  async find(@Body() { email }: FindSignOnDto): Promise<Success<OfferingTenantDto[]>> {
    return success(await this.setUp.offeringFor(email));
  }

  @Get(':tenantId/start')
  @ApiResponse({ status: 303, description: "To the university's own sign-on", content: {} })
  @ApiAdministration({
    summary: 'Log in by single sign-on',
    description:
      "A browser visits this address; it is sent to the tenant's provider and comes back logged in.",
    isPublic: true,
    answers: {},
    refusals: [new SignOnNotOffered(), 'RATE_LIMITED', new SignOnExpired()],
  })
  async start(
    @Param('tenantId') tenantId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.limits.admit('begin', request.clientAddress);
    const { location, protocol, ticket } = await this.signOn.begin(tenantId);
    this.cookies.write(request, response, protocol, ticket);
    response.redirect(303, location);
  }

  @Get('callback')
  @ApiResponse({ status: 303, description: 'To the administration pages, logged in', content: {} })
  @ApiAdministration({
    summary: 'Come back from single sign-on',
    description: 'Where the OpenID provider sends the browser; nothing else visits it.',
    isPublic: true,
    answers: {},
    refusals: [new SignOnNotOffered(), 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
  })
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    await this.comeBack('openid', searchParams, request, response);
  }

  @Post('saml/acs')
  @JsonBody({ accepted: new Map([[FORM_TYPE, ANSWER_KIB]]), parse: (text) => new URLSearchParams(text) })
  @ApiConsumes(FORM_TYPE)
  @ApiBody({ type: SamlAnswerDto })
  @ApiResponse({ status: 303, description: 'To the administration pages, logged in', content: {} })
  @ApiAdministration({
    summary: 'Come back from single sign-on by SAML',
    description:
      'Where the page of a SAML provider sends the browser, with a form; nothing else visits it. ' +
      'RelayState is not read: the browser always goes to the administration pages.',
    isPublic: true,
    answers: {},
    refusals: [
      new SignOnNotOffered(),
      'INVALID_CREDENTIALS',
      new PayloadTooLarge(ANSWER_KIB),
      'RATE_LIMITED',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async samlAnswer(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.comeBack('saml', new URLSearchParams(request.bodyText), request, response);
  }

  @Get('saml/metadata')
  @ApiProduces(METADATA_TYPE)
  @ApiResponse({
    status: 200,
    description: 'An EntityDescriptor',
    content: {
      [METADATA_TYPE]: { schema: { type: 'string' }, example: '<EntityDescriptor>…</EntityDescriptor>' },
    },
  })
  @ApiAdministration({
    summary: "Read the service's SAML metadata",
    description:
      'For providers: the entity ID, and where answers are posted to. Requests are not signed, so there is no ' +
      'certificate; assertions must be signed, and not encrypted.',
    isPublic: true,
    answers: {},
  })
  async metadata(@Res() response: Response): Promise<void> {
    response.type(METADATA_TYPE).send(await this.saml.metadataOfService());
  }

  private async comeBack(
    protocol: ProviderAccount['protocol'],
    returned: URLSearchParams,
    request: Request,
    response: Response,
  ): Promise<void> {
    await this.limits.admit('return', request.clientAddress);
    const ticket = this.cookies.read(request, protocol);
    // A ticket is valid for one try, whatever its result.
    this.cookies.clear(request, response, protocol);
    if (this.signOn.isTest(ticket)) {
      await this.signOn.finishTest(returned, ticket);
      response.redirect(303, this.addresses.testPage);
      return;
    }
    const { token, expiresAt } = await this.signOn.finish(returned, ticket, request.clientAddress);
    this.cookies.write(request, response, 'session', { value: token, expiresAt });
    response.redirect(303, this.addresses.landingPage);
  }
}
