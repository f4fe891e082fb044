import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { HandoversController } from './handovers.controller.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

@Module({
  imports: [ActorsModule, RequestLogModule],
  controllers: [HandoversController, KeysController],
  providers: [KeysService],
  exports: [KeysService],
})
export class AdminKeysModule {}
