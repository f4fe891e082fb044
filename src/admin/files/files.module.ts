import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { FeedModule } from '../../feed/feed.module.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { KeptMappingsController } from './kept-mappings.controller.js';
import { AdminKeptMappingsService } from './kept-mappings.service.js';

@Module({
  imports: [ActorsModule, AuditModule, FeedModule],
  controllers: [FilesController, KeptMappingsController],
  providers: [FilesService, AdminKeptMappingsService],
})
export class AdminFilesModule {}
