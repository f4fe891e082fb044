import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { LastRun } from './last-run.entity.js';
import { LoggedRequest } from './request-log.entity.js';
import { RequestRecorder } from './request-recorder.js';
import { RequestSweep } from './request-sweep.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

/** The log of the requests of a tenant's keys and administrators, with their results. */
@Module({
  imports: [TypeOrmModule.forFeature([LoggedRequest, LastRun])],
  providers: [RequestsRepository, RequestsService, RequestRecorder, RequestSweep],
  exports: [RequestsService, RequestRecorder],
})
export class RequestsModule {}
