import { Module } from '@nestjs/common';

import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { AdminMappingsController } from './mappings.controller.js';
import { AdminMappingsService } from './mappings.service.js';

@Module({
  imports: [SubmissionsModule],
  controllers: [AdminMappingsController],
  providers: [AdminMappingsService],
})
export class AdminMappingsModule {}
