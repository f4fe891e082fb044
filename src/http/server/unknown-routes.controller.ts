import { All, Controller, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';

import { MethodNotAllowed, RouteNotFound } from '../../errors/request.errors.js';
import { AccessByPath } from '../access.js';
import { StreamedBody } from './json-body.guard.js';
import { RouteTable } from './route-table.js';

/** Answers every address that no other route answers. Must be the last controller to be registered. */
@Controller()
@AccessByPath()
@ApiExcludeController()
export class UnknownRoutesController {
  constructor(private readonly routes: RouteTable) {}

  /**
   * @throws {MethodNotAllowed} when the address answers other methods
   * @throws {RouteNotFound} when it answers none
   */
  @All('{*path}')
  @StreamedBody(null)
  refuse(@Req() request: Request): never {
    const allowed = this.routes.methodsAt(request.path);
    if (allowed.length > 0) throw new MethodNotAllowed(allowed);
    throw new RouteNotFound();
  }
}
