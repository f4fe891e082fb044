import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  KeyTrendDto,
  PacingTrendDto,
  PacingTrendQueryDto,
  QueueTrendDto,
  RunTrendDto,
  RunTrendQueryDto,
  TrendQueryDto,
} from './trends.dto.js';
import { TrendsService } from './trends.service.js';

@Controller('api/v1/admin/trends')
@RequireAdministrator()
export class TrendsController {
  constructor(private readonly trends: TrendsService) {}

  @Get('pacing')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Count students by pacing, for each term or program',
    description: 'The latest 40 terms, or the 40 programs with most students; the others are added up.',
    answers: { 200: { dto: PacingTrendDto } },
  })
  pacing(
    @CurrentScope() scope: Scope,
    @Query() query: PacingTrendQueryDto,
  ): Promise<Success<PacingTrendDto>> {
    return this.trends.pacing(scope, query);
  }

  @Get('queue')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show deliveries and waiting times of the sync queue by day',
    description:
      'For the six target systems with most deliveries, and for the others together. There is no day before the ' +
      'first one that was counted; counts of the last five seconds may be missing.',
    answers: { 200: { dto: QueueTrendDto } },
  })
  queue(@CurrentScope() scope: Scope, @Query() query: TrendQueryDto): Promise<Success<QueueTrendDto>> {
    return this.trends.queue(scope, query);
  }

  @Get('runs')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show failed rows and de-provisionings of the runs of a series',
    description:
      'Up to 90 runs whose names differ by their numbers alone: their failed rows by cause, and their ' +
      'de-provisionings beside those of the up to seven runs before each.',
    answers: { 200: { dto: RunTrendDto } },
  })
  runs(@CurrentScope() scope: Scope, @Query() query: RunTrendQueryDto): Promise<Success<RunTrendDto>> {
    return this.trends.runs(scope, query);
  }

  @Get('keys')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show calls and errors of API keys by day',
    description:
      'For the six keys that were called most, and for the others together. Counts of the last five seconds may ' +
      'be missing.',
    answers: { 200: { dto: KeyTrendDto } },
  })
  keys(@CurrentScope() scope: Scope, @Query() query: TrendQueryDto): Promise<Success<KeyTrendDto>> {
    return this.trends.keys(scope, query);
  }
}
