import { Catch, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { Refusal } from '../../errors/refusal.js';
import { ErrorFilter } from '../../http/server/error.filter.js';
import { oauthErrorOf } from './oauth-error.js';

/** Answers errors of the token endpoint in the shape of RFC 6749. */
@Injectable()
@Catch()
export class OAuthErrors extends ErrorFilter {
  protected override answer(refusal: Refusal, _: Request, response: Response): void {
    if (refusal.status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="oauth"');
    response.status(refusal.status).set(refusal.headers).json(oauthErrorOf(refusal));
  }
}
