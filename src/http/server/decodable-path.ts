import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ValidationFailed } from '../../errors/request.errors.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The path is not percent-encoded UTF-8, and was made so by {@link makeDecodable}. */
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
 * The router decodes a path, and refuses what it cannot decode, before any guard has asked for credentials. Such a path
 * is made decodable here and refused by {@link DecodablePath}, when it is its turn.
 */
export function makeDecodable(request: Request): void {
  if (!request.url.includes('%') || isDecodable(request.path)) return;
  request.hasUndecodablePath = true;
  request.url = request.url.replaceAll('%', '%25');
}

/** The last guard: the address is looked at like a field, when the body has been read. @throws {ValidationFailed} */
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
