import { Module } from '@nestjs/common';

import { UserModelModule } from '../model/user-model.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ProvisioningModule } from '../provisioning/provisioning.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { PutBackRuns } from './put-back-runs.js';
import { RunPeopleService } from './run-people.service.js';
import { UndoService } from './undo.service.js';

@Module({
  imports: [UserModelModule, HistoryModule, ProvisioningModule, RunsModule, TombstonesModule],
  providers: [PutBackRuns, RunPeopleService, UndoService],
  exports: [PutBackRuns, RunPeopleService, UndoService],
})
export class UndoModule {}
