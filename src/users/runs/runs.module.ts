import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { FinishedRun } from './finished-run.entity.js';
import { FinishedRunsRepository } from './finished-runs.repository.js';
import { Run } from './run.entity.js';
import { RefusedFinishes } from './refused-finishes.js';
import { RunActor } from './run-actor.entity.js';
import { RunListRepository } from './run-list.repository.js';
import { RunListService } from './run-list.service.js';
import { RunsRepository } from './runs.repository.js';
import { RunTally } from './run-tally.js';
import { RunsService } from './runs.service.js';
import { RunUndo } from './run-undo.entity.js';
import { RunUndosRepository } from './run-undos.repository.js';
import { RunsController } from './runs.controller.js';

@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([Run, RunActor, FinishedRun, RunUndo])],
  controllers: [RunsController],
  providers: [
    FinishedRunsRepository,
    RefusedFinishes,
    RunsRepository,
    RunTally,
    RunsService,
    RunListRepository,
    RunListService,
    RunUndosRepository,
  ],
  exports: [
    FinishedRunsRepository,
    RefusedFinishes,
    RunsRepository,
    RunTally,
    RunsService,
    RunListService,
    RunUndosRepository,
  ],
})
export class RunsModule {}
