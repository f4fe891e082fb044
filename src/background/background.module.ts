import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { Background } from './background.js';
import { BackgroundRun } from './background-run.entity.js';
import { BackgroundRunsRepository } from './background-runs.repository.js';
import { BackgroundRunsService } from './background-runs.service.js';

/**
 * Not global, though many rooms import it: Nest ends global modules in an order of its own, in which the connections
 * were closed before the buffers were written.
 */
@Module({
  imports: [TypeOrmModule.forFeature([BackgroundRun])],
  providers: [Background, BackgroundRunsRepository, BackgroundRunsService],
  exports: [Background, BackgroundRunsService],
})
export class BackgroundModule {}
