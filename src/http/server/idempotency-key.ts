import { createHash } from 'node:crypto';

import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import canonicalize from 'canonicalize';
import type { Request } from 'express';

import { ValidationFailed } from '../../errors/request.errors.js';

const HEADER = 'Idempotency-Key';
const KEY = /^[\x21-\x7e]{1,128}$/;

/** Documents the header, and what a repetition does. */
export function ApiIdempotencyKey(repetition: string): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      description: `1 to 128 visible characters, a new one for each new call. ${repetition}`,
      schema: { type: 'string', maxLength: 128 },
    }),
  );
}

/** The idempotency key of the request; undefined without one. Another form is refused. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const sent = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (typeof sent === 'string' && KEY.test(sent)) return sent;
  const message = `${HEADER} must be 1 to 128 visible characters`;
  throw new ValidationFailed([{ field: HEADER, code: 'isIdempotencyKey', message }]);
});

/** By which a body is known that comes with a key again. */
export function bodyHashOf(body: object): string {
  return createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest('hex');
}
