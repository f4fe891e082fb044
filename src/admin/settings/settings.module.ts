import { Module } from '@nestjs/common';

import { ProgressModule } from '../../progress/progress.module.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [ProgressModule],
  controllers: [SettingsController],
})
export class AdminSettingsModule {}
