import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { DiscrepanciesRepository } from './discrepancies/discrepancies.repository.js';
import { DiscrepanciesList } from './discrepancies/discrepancies-list.js';
import { DiscrepanciesService } from './discrepancies/discrepancies.service.js';
import { RecordWriter } from './discrepancies/record-writer.js';
import { EmittedEventsListener } from './emitted-events.listener.js';
import { Discrepancy } from './entities/discrepancy.entity.js';
import { FieldMapping } from './entities/field-mapping.entity.js';
import { OutboxEvent } from './entities/outbox-event.entity.js';
import { Submission } from './entities/submission.entity.js';
import { ReceivedEvents } from './events/received-events.js';
import { ReviewEventsController } from './events/review-events.controller.js';
import { ReviewEventsService } from './events/review-events.service.js';
import { MappingsRepository } from './mapping/mappings.repository.js';
import { MappingsService } from './mapping/mappings.service.js';
import { OutboxDispatcher } from './outbox/outbox-dispatcher.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Submission, OutboxEvent, Discrepancy, FieldMapping]),
    UsersModule,
    AuditModule,
  ],
  controllers: [SubmissionsController, ReviewEventsController],
  providers: [
    SubmissionsRepository,
    OutboxRepository,
    OutboxDispatcher,
    SubmissionsService,
    EmittedEventsListener,
    ReceivedEvents,
    ReviewEventsService,
    MappingsRepository,
    MappingsService,
    DiscrepanciesRepository,
    DiscrepanciesService,
    DiscrepanciesList,
    RecordWriter,
  ],
  exports: [
    SubmissionsService,
    DiscrepanciesService,
    DiscrepanciesList,
    MappingsService,
    OutboxRepository,
    OutboxDispatcher,
    ReceivedEvents,
  ],
})
export class SubmissionsModule {}
