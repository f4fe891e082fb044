import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { FailedRow } from './failed-row.entity.js';
import { FailedRowsController } from './failed-rows.controller.js';
import { FailedRowsRecorder } from './failed-rows-recorder.js';
import { FailedRowsRepository } from './failed-rows.repository.js';
import { FailedRowsService } from './failed-rows.service.js';
import { RetainedFailedRows } from './retained-failed-rows.js';

/** The people of calls who were refused, and why. */
@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([FailedRow]),
    UserModelModule,
    MatchingModule,
    RunsModule,
    TombstonesModule,
  ],
  controllers: [FailedRowsController],
  providers: [FailedRowsRepository, FailedRowsRecorder, FailedRowsService, RetainedFailedRows],
  exports: [FailedRowsRecorder, FailedRowsService],
})
export class FailedRowsModule {}
