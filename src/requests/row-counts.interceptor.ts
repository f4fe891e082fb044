import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { type Observable, tap } from 'rxjs';

import type { RowCounts } from '../http/request-log.js';

const NOTHING: RowCounts = { inserted: 0, updated: 0, unchanged: 0, failed: 0 };

interface Answered {
  readonly message?: string;
  readonly meta?: { readonly changed?: readonly unknown[] };
}

/** What the contract's messages say about the one row of a request. */
function countsOf({ message, meta }: Answered): RowCounts | undefined {
  if (message === 'DATA INSERTED') return { ...NOTHING, inserted: 1 };
  if (message !== 'DATA UPDATED') return undefined;
  return meta?.changed?.length === 0 ? { ...NOTHING, unchanged: 1 } : { ...NOTHING, updated: 1 };
}

/** Notes for the request log what a post of one row did. */
@Injectable()
export class RowCountsOfPosts implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method !== 'POST') return next.handle();
    return next.handle().pipe(
      tap((answer) => {
        const counts = answer instanceof Object ? countsOf(answer) : undefined;
        if (counts !== undefined) request.rowCounts = counts;
      }),
    );
  }
}
