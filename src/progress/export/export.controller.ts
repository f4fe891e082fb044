import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { sendStream } from '../../http/server/send-stream.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ProgressRecordDto, RemovedRecordDto } from '../dto/progress-record.dto.js';
import { ExportService } from './export.service.js';
import { ProgressQueryDto } from './progress-query.dto.js';

@Controller('api/v1/integration/progress')
@RequireScope('progress')
export class ExportController {
  constructor(private readonly progress: ExportService) {}

  @Get()
  @ApiOperationWith({
    summary: "Pull doctoral students' progress",
    description:
      'Oldest change first. Walk the pages by meta.nextCursor; send meta.nextSince as since tomorrow, ' +
      'and no change is missed. With includeRemoved, a person who stopped being a Student comes once as removed; ' +
      'without it they are left out. ' +
      'Answers 304 to an If-None-Match of an unchanged page, and gzip when it is accepted.',
    tag: 'Progress',
    answers: { 200: { dto: ProgressRecordDto, orDto: RemovedRecordDto, isList: true } },
    refusals: ['VALIDATION_FAILED', 'CURSOR_EXPIRED'],
    revalidates: true,
  })
  async pull(
    @CurrentScope() scope: Scope,
    @Query() query: ProgressQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const page = await this.progress.page(scope, query);
    await sendStream(request, response, page.etag, () => page.chunks());
  }
}
