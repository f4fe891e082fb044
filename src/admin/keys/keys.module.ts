import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { RequestsModule } from '../../requests/requests.module.js';
import { HandoversController } from './handovers.controller.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

@Module({
  imports: [ActorsModule, RequestsModule],
  controllers: [HandoversController, KeysController],
  providers: [KeysService],
  exports: [KeysService],
})
export class AdminKeysModule {}
