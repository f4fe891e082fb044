import { Module } from '@nestjs/common';

import { UserModelModule } from '../model/user-model.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { ProvisioningModule } from '../provisioning/provisioning.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { Absences } from './absences.js';
import { AbsentPeople } from './absent-people.js';
import { FinishController } from './finish.controller.js';
import { FinishPreview } from './finish-preview.js';
import { FinishRecords } from './finish-records.js';
import { FinishedRunPresenter } from './finished-run.presenter.js';
import { FinishService } from './finish.service.js';
import { RunCheck } from './run-check.service.js';
import { RunsAboutPerson } from './runs-about-person.js';

@Module({
  imports: [UserModelModule, NamingModule, ProvisioningModule, RunsModule],
  controllers: [FinishController],
  providers: [
    Absences,
    AbsentPeople,
    FinishPreview,
    FinishRecords,
    FinishService,
    FinishedRunPresenter,
    RunCheck,
    RunsAboutPerson,
  ],
  exports: [FinishPreview, FinishService, FinishedRunPresenter, RunsAboutPerson],
})
export class FinishModule {}
