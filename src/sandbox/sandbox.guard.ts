import { setTimeout as delay } from 'node:timers/promises';

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { SimulatedFault } from '../errors/sandbox.errors.js';
import { isSandboxId } from '../tenancy/credentials/secrets.js';
import type { SandboxFault } from './entities/sandbox-fault.entity.js';
import { endBeforeAnswer, endDuringAnswer } from './faults/cut-answer.js';
import { FaultsService } from './faults/faults.service.js';
import { RequestsRecorder } from './requests/requests-recorder.js';

/**
 * Records the calls of sandboxes and lets their faults happen, after their caller is known and before anything is done.
 * Calls of other tenants pass at once.
 */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(
    private readonly faults: FaultsService,
    private readonly recorder: RequestsRecorder,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const tenantId = request.scope?.tenantId;
    if (tenantId === undefined || !isSandboxId(tenantId)) return true;
    const response = context.switchToHttp().getResponse<Response>();
    this.recorder.watch(request, response);
    return this.meet(tenantId, request, response);
  }

  private async meet(tenantId: string, request: Request, response: Response): Promise<boolean> {
    const route = routeOf(request);
    const fault = await this.faults.take(tenantId, route);
    if (fault === undefined) return true;
    if (fault.delayMs > 0) await delay(fault.delayMs);
    happen(fault, route, response);
    return true;
  }
}

/** @throws {SimulatedFault} when the call is not to be handled */
function happen({ abort, status }: SandboxFault, route: string, response: Response): void {
  if (abort === 'during') endDuringAnswer(response);
  if (abort === 'after') endBeforeAnswer(response);
  if (abort === 'before') {
    response.socket?.destroy();
    throw new SimulatedFault(503, route);
  }
  if (status !== null) throw new SimulatedFault(status, route);
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return `${request.method} ${typeof route?.path === 'string' ? route.path : ''}`;
}
