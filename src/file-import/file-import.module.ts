import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { FileApplication } from './file-application.js';
import { FilePreviews } from './file-preview.js';
import { KeptMapping } from './kept-mappings/kept-mapping.entity.js';
import { KeptMappingsRepository } from './kept-mappings/kept-mappings.repository.js';
import { KeptMappingsService } from './kept-mappings/kept-mappings.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([KeptMapping]), UsersModule, AuditModule],
  providers: [FilePreviews, FileApplication, KeptMappingsRepository, KeptMappingsService],
  exports: [FilePreviews, FileApplication, KeptMappingsService],
})
export class FileImportModule {}
