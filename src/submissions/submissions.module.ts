import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { DecisionsService } from './discrepancies/decisions.service.js';
import { DiscrepanciesRepository } from './discrepancies/discrepancies.repository.js';
import { DiscrepanciesList } from './discrepancies/discrepancies-list.js';
import { DiscrepanciesService } from './discrepancies/discrepancies.service.js';
import { DiscrepancyGroups } from './discrepancies/groups/discrepancy-groups.js';
import { GroupsRepository } from './discrepancies/groups/groups.repository.js';
import { RecordWriter } from './discrepancies/record-writer.js';
import { ResolutionWriter } from './discrepancies/resolution-writer.js';
import { DiscrepancyRulesRepository } from './discrepancies/rules/discrepancy-rules.repository.js';
import { DiscrepancyRulesService } from './discrepancies/rules/discrepancy-rules.service.js';
import { RuleDecisions } from './discrepancies/rules/rule-decisions.js';
import { UnusedRules } from './discrepancies/rules/unused-rules.js';
import { WaitingDiscrepancies } from './discrepancies/waiting-discrepancies.js';
import { WaitingDiscrepanciesRepository } from './discrepancies/waiting-discrepancies.repository.js';
import { EmittedEventsListener } from './emitted-events.listener.js';
import { Discrepancy } from './entities/discrepancy.entity.js';
import { DiscrepancyRule } from './entities/discrepancy-rule.entity.js';
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
import { SubmissionsOfStudent } from './submissions-of-student.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([Submission, OutboxEvent, Discrepancy, DiscrepancyRule, FieldMapping]),
    UsersModule,
    AuditModule,
    TenancyModule,
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
    DiscrepancyRulesRepository,
    DiscrepancyRulesService,
    RuleDecisions,
    UnusedRules,
    WaitingDiscrepanciesRepository,
    WaitingDiscrepancies,
    GroupsRepository,
    DiscrepancyGroups,
    DecisionsService,
    ResolutionWriter,
    RecordWriter,
    SubmissionsOfStudent,
  ],
  exports: [
    SubmissionsService,
    SubmissionsOfStudent,
    DiscrepanciesService,
    DiscrepanciesList,
    WaitingDiscrepancies,
    DiscrepancyGroups,
    DecisionsService,
    DiscrepancyRulesService,
    UnusedRules,
    MappingsService,
    OutboxRepository,
    ReceivedEvents,
  ],
})
export class SubmissionsModule {}
