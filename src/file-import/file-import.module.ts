import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { DropFolderState } from './drop-folders/drop-folder-state.entity.js';
import { DropFoldersController } from './drop-folders/drop-folders.controller.js';
import { DropFoldersRepository } from './drop-folders/drop-folders.repository.js';
import { DropFoldersService } from './drop-folders/drop-folders.service.js';
import { FileApplication } from './file-application.js';
import { FilePreviews } from './file-preview.js';
import { KeptMapping } from './kept-mappings/kept-mapping.entity.js';
import { KeptMappingsRepository } from './kept-mappings/kept-mappings.repository.js';
import { KeptMappingsService } from './kept-mappings/kept-mappings.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DropFolderState, KeptMapping]), UsersModule, AuditModule],
  controllers: [DropFoldersController],
  providers: [
    DropFoldersRepository,
    DropFoldersService,
    FilePreviews,
    FileApplication,
    KeptMappingsRepository,
    KeptMappingsService,
  ],
  exports: [DropFoldersService, FilePreviews, FileApplication, KeptMappingsService],
})
export class FileImportModule {}
