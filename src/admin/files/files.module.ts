import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { FileImportModule } from '../../file-import/file-import.module.js';
import { UsersModule } from '../../users/users.module.js';
import { FileFinishes } from './file-finishes.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { KeptMappingsController } from './kept-mappings.controller.js';
import { AdminKeptMappingsService } from './kept-mappings.service.js';

@Module({
  imports: [ActorsModule, AuditModule, FileImportModule, UsersModule],
  controllers: [FilesController, KeptMappingsController],
  providers: [FileFinishes, FilesService, AdminKeptMappingsService],
})
export class AdminFilesModule {}
