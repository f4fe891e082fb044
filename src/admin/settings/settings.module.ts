import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { RetentionModule } from '../../privacy/retention/retention.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { UsersModule } from '../../users/users.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsViewService } from './settings-view.service.js';

@Module({
  imports: [ActorsModule, AuditModule, AuthModule, ProgressModule, RetentionModule, UsersModule],
  controllers: [SettingsController],
  providers: [SettingsViewService],
})
export class AdminSettingsModule {}
