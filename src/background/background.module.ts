import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { Background } from './background.js';
import { BackgroundRun } from './background-run.entity.js';
import { BackgroundRunsRepository } from './background-runs.repository.js';
import { BackgroundRunsService } from './background-runs.service.js';

/** Every room may have background work. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([BackgroundRun])],
  providers: [Background, BackgroundRunsRepository, BackgroundRunsService],
  exports: [Background, BackgroundRunsService],
})
export class BackgroundModule {}
