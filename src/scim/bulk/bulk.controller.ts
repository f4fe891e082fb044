import { Body, HttpCode, Post } from '@nestjs/common';

import { JsonBody } from '../../http/server/json-body.guard.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import { scimBodies } from '../protocol/media-type.js';
import { ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import { type BulkAnswer, BulkService } from './bulk.service.js';

/** Many operations in one request. */
@ScimController('Bulk')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @HttpCode(200)
  @JsonBody({ accepted: scimBodies(LARGEST_BODY_KIB) })
  @ScimAnswer()
  run(@CurrentScope() scope: Scope, @Body() body: unknown): Promise<BulkAnswer> {
    return this.bulk.run(scope, body);
  }
}
