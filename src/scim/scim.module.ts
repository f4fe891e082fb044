import { Module } from '@nestjs/common';

import { HttpModule } from '../http/server/http.module.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { UnknownScimRoutesController } from './protocol/unknown-scim-routes.controller.js';

/** The interface for identity providers (contract, section 10). */
@Module({
  imports: [HttpModule],
  controllers: [DiscoveryController, UnknownScimRoutesController],
})
export class ScimModule {}
