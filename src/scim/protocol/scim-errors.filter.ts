import { Catch, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { Refusal } from '../../errors/refusal.js';
import { ErrorFilter } from '../../http/server/error.filter.js';
import { SCIM_ANSWER } from './media-type.js';
import { challengeOf, scimErrorOf, scimTypeOf } from './scim-error.js';

/** Answers every error under `/scim/v2` in SCIM's shape (contract, section 10). */
@Injectable()
@Catch()
export class ScimErrors extends ErrorFilter {
  protected override answer(refusal: Refusal, request: Request, response: Response): void {
    const scimType = scimTypeOf(refusal);
    if (scimType !== undefined) request.scimType = scimType;
    const challenge = challengeOf(refusal);
    if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
    response.setHeader('Content-Type', SCIM_ANSWER);
    response.status(refusal.status).set(refusal.headers).json(scimErrorOf(refusal));
  }
}
