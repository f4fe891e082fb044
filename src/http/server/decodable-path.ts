import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ValidationFailed } from '../../errors/request.errors.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by {@link makeDecodable} when the path is not percent-encoded UTF-8. */
    hasUndecodablePath?: boolean;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The router would refuse a path that it cannot decode before the guards check credentials. Such a path is escaped here
 * and refused by {@link DecodablePath}, after the other guards.
 */
export function makeDecodable(request: Request): void {
  if (!request.url.includes('%') || isDecodable(request.path)) return;
  request.hasUndecodablePath = true;
  request.url = request.url.replaceAll('%', '%25');
}

/**
 * The last guard: refuses a path that cannot be decoded, after the body has been read.
 * @throws {ValidationFailed} when the path is not percent-encoded UTF-8
 */
@Injectable()
export class DecodablePath implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { hasUndecodablePath } = context.switchToHttp().getRequest<Request>();
    if (hasUndecodablePath === true) {
      const message = 'The address is not valid percent-encoded UTF-8';
      throw new ValidationFailed([{ field: 'path', code: 'isPath', message }]);
    }
    return true;
  }
}
