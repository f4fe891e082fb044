import { Body, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';

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
  async run(
    @CurrentScope() scope: Scope,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<BulkAnswer> {
    const { answer, tally } = await this.bulk.run(scope, body);
    tally.noteOn(request);
    return answer;
  }
}
