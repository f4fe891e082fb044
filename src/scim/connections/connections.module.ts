import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { RequestsModule } from '../../requests/requests.module.js';
import { ScimLink } from '../links/scim-link.entity.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsService } from './connections.service.js';

/** Connections as administrators and operators see them, without the calls of SCIM. */
@Module({
  imports: [RequestsModule, TypeOrmModule.forFeature([ScimLink])],
  providers: [ConnectionsRepository, ConnectionsService],
  exports: [ConnectionsService],
})
export class ConnectionsModule {}
