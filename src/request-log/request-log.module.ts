import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { KeyAddress } from './key-use/key-address.entity.js';
import { KeyDay } from './key-use/key-day.entity.js';
import { KeyUseRepository } from './key-use/key-use.repository.js';
import { RetainedKeyUse } from './key-use/retained-key-use.js';
import { KeyUseService } from './key-use/key-use.service.js';
import { KeyUseTally } from './key-use/key-use-tally.js';
import { LastRun } from './last-run.entity.js';
import { LoggedRequest } from './request-log.entity.js';
import { RequestLines } from './request-lines.js';
import { RequestRecorder } from './request-recorder.js';
import { RetainedRequests } from './retained-requests.js';
import { RetainedRunSeries } from './retained-run-series.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

/** The log of the requests of a tenant's keys and administrators, with their results. */
@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([LoggedRequest, LastRun, KeyDay, KeyAddress])],
  providers: [
    RequestsRepository,
    RequestsService,
    RequestRecorder,
    RequestLines,
    RetainedRequests,
    RetainedRunSeries,
    KeyUseRepository,
    RetainedKeyUse,
    KeyUseTally,
    KeyUseService,
  ],
  exports: [RequestsService, RequestRecorder, RequestLines, KeyUseTally, KeyUseService],
})
export class RequestLogModule {}
