import { Body, Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { SignOnNotOffered } from '../../errors/sign-on.errors.js';
import { success, type Success } from '../../http/answers.js';
import { Public } from '../../http/access.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { SignOnRefusals } from './sign-on-refusals.filter.js';
import { FindSignOnDto, OfferingTenantDto } from './sign-on-set-up.dto.js';
import { SignOnSetUpService } from './sign-on-set-up.service.js';
import { SignOnService } from './sign-on.service.js';

/** A browser visits these addresses; their answers, refusals included, are redirections. */
@Controller('api/v1/admin/sso')
@Public()
@UseFilters(SignOnRefusals)
export class SignOnController {
  constructor(
    private readonly signOn: SignOnService,
    private readonly setUp: SignOnSetUpService,
    private readonly cookies: SessionCookies,
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
      "A browser visits this address; it is sent to the tenant's OpenID provider and comes back logged in.",
    isPublic: true,
    answers: {},
    refusals: [new SignOnNotOffered()],
  })
  async start(
    @Param('tenantId') tenantId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { location, ticket } = await this.signOn.begin(tenantId);
    this.cookies.write(request, response, 'sign-on', ticket);
    response.redirect(303, location);
  }

  @Get('callback')
  @ApiResponse({ status: 303, description: 'To the administration pages, logged in', content: {} })
  @ApiAdministration({
    summary: 'Come back from single sign-on',
    description: 'Where the OpenID provider sends the browser; nothing else visits it.',
    isPublic: true,
    answers: {},
    refusals: [new SignOnNotOffered(), 'INVALID_CREDENTIALS'],
  })
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const ticket = this.cookies.read(request, 'sign-on');
    // A ticket is valid for one try, whatever its result.
    this.cookies.clear(request, response, 'sign-on');
    const query = new URL(request.originalUrl, 'http://localhost').search;
    if (this.signOn.isTest(ticket)) {
      await this.signOn.finishTest(query, ticket);
      response.redirect(303, this.signOn.testPage);
      return;
    }
    const { token, expiresAt } = await this.signOn.finish(query, ticket, request.clientAddress);
    this.cookies.write(request, response, 'session', { value: token, expiresAt });
    response.redirect(303, this.signOn.landingPage);
  }
}
