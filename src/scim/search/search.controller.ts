import { Body, HttpCode, Post } from '@nestjs/common';

import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ListResponse } from '../protocol/list-response.js';
import { ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import { SearchService } from './search.service.js';

/** People and groups together. */
@ScimController('.search')
export class SearchController {
  constructor(private readonly everything: SearchService) {}

  @Post()
  @HttpCode(200)
  @ScimAnswer()
  search(@CurrentScope() scope: Scope, @Body() body: unknown): Promise<ListResponse> {
    return this.everything.search(scope, body);
  }
}
