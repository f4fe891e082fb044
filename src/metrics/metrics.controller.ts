import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';

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
  @ApiOperation({ summary: 'Metrics in the format of Prometheus' })
  read(): Promise<string> {
    return this.metrics.read();
  }
}
