import { All, Controller, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';

import { MethodNotAllowed, RouteNotFound } from '../../errors/request.errors.js';
import { AccessByPath } from '../../http/access.js';
import { StreamedBody } from '../../http/server/json-body.guard.js';
import { RouteTable } from '../../http/server/route-table.js';
import { SCIM_BASE } from './scim-controller.js';
import { ScimErrors } from './scim-errors.filter.js';

/** Answers every address under `/scim/v2` that no other route answers. Must be the last controller of the module. */
@Controller(SCIM_BASE)
@AccessByPath()
@UseFilters(ScimErrors)
@ApiExcludeController()
export class UnknownScimRoutesController {
  constructor(private readonly routes: RouteTable) {}

  /**
   * @throws {MethodNotAllowed} when the address answers other methods
   * @throws {RouteNotFound} when it answers none
   */
  @All(['', '{*path}'])
  @StreamedBody(null)
  refuse(@Req() request: Request): never {
    const allowed = this.routes.methodsAt(request.path);
    if (allowed.length > 0) throw new MethodNotAllowed(allowed);
    throw new RouteNotFound();
  }
}
