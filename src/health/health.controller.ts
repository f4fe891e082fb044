import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { Public } from '../http/access.js';
import { HealthService, type Readiness } from './health.service.js';

@Controller('health')
@Public()
@ApiTags('Operations')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'The process can do its work; 503 names what is missing' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
