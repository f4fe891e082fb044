import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';

import { explain, isContended, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { helpLinkOf } from '../../errors/meanings.js';
import { Refusal } from '../../errors/refusal.js';
import {
  DataContended,
  InternalError,
  PayloadTooLarge,
  RouteNotFound,
  ServiceUnavailable,
  ValidationFailed,
} from '../../errors/request.errors.js';
import { failure, translatedFailure } from '../answers.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** The calls of the administration pages. */
const OF_PAGES = '/api/v1/admin/';

/** An exception of Nest itself; none is known to occur, as the service checks bodies and paths first. */
function fromFramework(error: HttpException): Refusal {
  if (error.getStatus() === 404) return new RouteNotFound();
  if (error.getStatus() === 413) return new PayloadTooLarge(256);
  if (error.getStatus() < 500) {
    return new ValidationFailed([
      { field: 'request', code: 'isRequest', message: 'The request is not valid HTTP for this address' },
    ]);
  }
  return new InternalError();
}

/** Turns any error into a refusal; `InternalError` unless the database cannot be reached or is contended. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HttpException) return fromFramework(error);
  if (isDatabaseAway(error)) return new ServiceUnavailable();
  if (isContended(error)) return new DataContended();
  return new InternalError();
}

/** Answers every error in the contract's shape (section 1: failure). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new LineLogger('errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = toRefusal(error);
    request.refusal = refusal;
    if (refusal.status >= 500)
      this.logger.error({ msg: refusal.code, requestId: request.requestId, ...explain(error) });
    if (response.headersSent) {
      // A stream failed after its first bytes: closing the connection shows the caller that the rest is missing.
      response.destroy();
      return;
    }
    response.append('Link', helpLinkOf(refusal.code));
    this.answer(refusal, request, response);
  }

  protected answer(refusal: Refusal, request: Request, response: Response): void {
    const answer = request.path.startsWith(OF_PAGES) ? translatedFailure : failure;
    response.status(refusal.status).set(refusal.headers).json(answer(refusal, request.requestId));
  }
}
