import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { Public } from '../http/access.js';
import { HealthService, type Readiness } from './health.service.js';

function answer(description: string, example: object): object {
  return { description, content: { 'application/json': { schema: { type: 'object' }, example } } };
}

@Controller('health')
@Public()
@ApiTags('Operations')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @ApiOperation({
    summary: 'The process runs',
    description: 'Answers as long as the process can answer at all; for restarting it when it cannot.',
  })
  @ApiResponse({ status: 200, ...answer('It runs', { status: 'live' }) })
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'The process can do its work; 503 names what is missing',
    description:
      'For taking the process out of a load balancer: the database answers, its schema is the one that is needed, ' +
      'and the clock of the process differs from that of the database by a second at most.',
  })
  @ApiResponse({
    status: 200,
    ...answer('It can', { status: 'ready', checks: { database: 'up', schema: 'up', process: 'up' } }),
  })
  @ApiResponse({
    status: 503,
    ...answer('It cannot', {
      status: 'not ready',
      checks: { database: 'cannot be reached', schema: 'unknown', process: 'up' },
    }),
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
