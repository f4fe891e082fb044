import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { BulkProgressService } from './bulk-progress.service.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';
import { ProgressDryRuns } from './dry-run.js';
import { Committee } from './entities/committee.entity.js';
import { CommitteeMember } from './entities/committee-member.entity.js';
import { Dissertation } from './entities/dissertation.entity.js';
import { DissertationVersion } from './entities/dissertation-version.entity.js';
import { Milestone } from './entities/milestone.entity.js';
import { MilestoneRename } from './entities/milestone-rename.entity.js';
import { MilestoneTemplate } from './entities/milestone-template.entity.js';
import { ProgressChange } from './entities/progress-change.entity.js';
import { ProgressDocument } from './entities/progress-document.entity.js';
import { ProgressRebuild } from './entities/progress-rebuild.entity.js';
import { ProgressRemoval } from './entities/progress-removal.entity.js';
import { ExportController } from './export/export.controller.js';
import { ExportRepository } from './export/export.repository.js';
import { ExportService } from './export/export.service.js';
import { ProgressListRepository } from './list/progress-list.repository.js';
import { ProgressListService } from './list/progress-list.service.js';
import { PeopleListener } from './people.listener.js';
import { ProgressRepository } from './progress.repository.js';
import { ProgressService } from './progress.service.js';
import { RebuildRepository } from './rebuild/rebuild.repository.js';
import { RebuildService } from './rebuild/rebuild.service.js';
import { OpenSeatsController } from './seats/open-seats.controller.js';
import { MemberSeatsService } from './seats/member-seats.service.js';
import { OpenSeatsService } from './seats/open-seats.service.js';
import { SeatsRepository } from './seats/seats.repository.js';
import { StudentProgressController } from './student-progress.controller.js';
import { StudentProgressService } from './student-progress.service.js';
import { SweepRepository } from './sweep/sweep.repository.js';
import { SweepService } from './sweep/sweep.service.js';
import { MilestoneRenamesRepository } from './templates/milestone-renames.repository.js';
import { MilestoneRenamesService } from './templates/milestone-renames.service.js';
import { TemplateStudentsRepository } from './templates/template-students.repository.js';
import { TemplatesRepository } from './templates/templates.repository.js';
import { TemplatesService } from './templates/templates.service.js';
import { PacingEffectRepository } from './settings/pacing-effect.repository.js';
import { PacingEffectService } from './settings/pacing-effect.service.js';
import { SettingsService } from './settings/settings.service.js';

const ENTITIES = [
  Dissertation,
  DissertationVersion,
  Milestone,
  MilestoneTemplate,
  MilestoneRename,
  Committee,
  CommitteeMember,
  ProgressDocument,
  ProgressChange,
  ProgressRebuild,
  ProgressRemoval,
];

@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature(ENTITIES), UsersModule, AuditModule, TenancyModule],
  controllers: [ExportController, OpenSeatsController, StudentProgressController],
  providers: [
    ProgressRepository,
    DocumentsRepository,
    DocumentsService,
    TemplatesRepository,
    TemplatesService,
    MilestoneRenamesRepository,
    MilestoneRenamesService,
    TemplateStudentsRepository,
    ProgressService,
    StudentProgressService,
    BulkProgressService,
    ProgressDryRuns,
    ExportRepository,
    ExportService,
    ProgressListRepository,
    ProgressListService,
    SweepRepository,
    SweepService,
    RebuildRepository,
    RebuildService,
    SettingsService,
    PacingEffectRepository,
    PacingEffectService,
    PeopleListener,
    SeatsRepository,
    OpenSeatsService,
    MemberSeatsService,
  ],
  exports: [
    TemplatesService,
    MilestoneRenamesService,
    SweepService,
    RebuildService,
    SettingsService,
    PacingEffectService,
    ProgressService,
    ProgressListService,
    OpenSeatsService,
    MemberSeatsService,
  ],
})
export class ProgressModule {}
