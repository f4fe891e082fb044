import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { MatchingModule } from '../matching/matching.module.js';
import { User } from '../model/user.entity.js';
import { UserExportController } from './user-export.controller.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';

@Module({
  imports: [MatchingModule, TypeOrmModule.forFeature([User])],
  controllers: [UserExportController],
  providers: [UserExportRepository, UserExportService],
})
export class UserExportModule {}
