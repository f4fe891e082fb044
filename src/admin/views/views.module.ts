import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { ListView } from './list-view.entity.js';
import { ListViewsRepository } from './list-views.repository.js';
import { ListViewsService } from './list-views.service.js';
import { AdminViewsController } from './views.controller.js';
import { AdminViewsService } from './views.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ListView]), ActorsModule, AuditModule],
  controllers: [AdminViewsController],
  providers: [ListViewsRepository, ListViewsService, AdminViewsService],
  exports: [ListViewsService],
})
export class AdminViewsModule {}
