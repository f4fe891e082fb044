import { Controller, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Public } from '../../http/access.js';
import { FORM_TYPE, JsonBody } from '../../http/server/json-body.guard.js';
import { OAuthErrors } from './oauth-errors.filter.js';
import { OAuthService, type TokenAnswer } from './oauth.service.js';

export const LARGEST_FORM_KIB = 16;

/** Tokens for identity providers that know OAuth 2 client credentials (RFC 6749, 4.4). */
@Controller('oauth')
@UseFilters(OAuthErrors)
@ApiExcludeController()
export class OAuthController {
  constructor(private readonly oauth: OAuthService) {}

  @Post('token')
  @HttpCode(200)
  @Public()
  @JsonBody({
    accepted: new Map([[FORM_TYPE, LARGEST_FORM_KIB]]),
    parse: (text) => Object.fromEntries(new URLSearchParams(text)),
  })
  token(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<TokenAnswer> {
    return this.oauth.token(request, response);
  }
}
