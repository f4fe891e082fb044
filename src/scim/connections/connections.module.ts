import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { RequestLogModule } from '../../request-log/request-log.module.js';
import { ScimLink } from '../links/scim-link.entity.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsService } from './connections.service.js';

/** Connections as administrators and operators see them, without the calls of SCIM. */
@Module({
  imports: [RequestLogModule, TypeOrmModule.forFeature([ScimLink])],
  providers: [ConnectionsRepository, ConnectionsService],
  exports: [ConnectionsService],
})
export class ConnectionsModule {}
