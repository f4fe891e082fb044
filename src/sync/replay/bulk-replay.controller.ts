import { Body, Controller, Post } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { BulkReplayService } from './bulk-replay.service.js';
import { BulkReplayDto, BulkReplayedDto, MOST_REPLAYED } from './replay.dto.js';

@Controller('api/v1/integration/sync/replay/bulk')
@RequireScope('sync')
export class BulkReplayController {
  constructor(private readonly replays: BulkReplayService) {}

  @Post()
  @ApiOperationWith({
    summary: 'Queue many submissions again',
    description:
      `Up to ${MOST_REPLAYED} items that fit, those first that have stayed as they are for longest; meanwhile others ` +
      'continue. Items with unresolved discrepancies are left out and counted, unless includeUndecided is true.',
    tag: 'Sync queue',
    answers: { 200: { dto: BulkReplayedDto } },
    refusals: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  replay(@CurrentScope() scope: Scope, @Body() body: BulkReplayDto): Promise<Success<BulkReplayedDto>> {
    return this.replays.replay(scope, body);
  }
}
