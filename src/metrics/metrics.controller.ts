import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

import { Public } from '../http/access.js';
import { MetricsService } from './metrics.service.js';

@Controller('metrics')
@Public()
@ApiTags('Operations')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Metrics in the format of Prometheus',
    description:
      'This process, and what the database says. Open to callers without credentials, as it says nothing about people.',
  })
  @ApiResponse({
    status: 200,
    description: 'The text exposition format',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'review_events_waiting 0' } },
  })
  read(): Promise<string> {
    return this.metrics.read();
  }
}
