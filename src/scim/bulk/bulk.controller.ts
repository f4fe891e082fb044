import { Body, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';

import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import { ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import { type BulkAnswer, BulkService } from './bulk.service.js';

/** Many operations in one request. */
@ScimController('Bulk', { limitKiB: LARGEST_BODY_KIB })
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @HttpCode(200)
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
