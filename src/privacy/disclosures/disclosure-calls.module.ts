import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { UsersModule } from '../../users/users.module.js';
import { DisclosuresController } from './disclosures.controller.js';
import { DisclosuresService } from './disclosures.service.js';
import { PersonDisclosuresController } from './person-disclosures.controller.js';

/** The calls of the administration pages about disclosures. */
@Module({
  imports: [ActorsModule, UsersModule],
  controllers: [DisclosuresController, PersonDisclosuresController],
  providers: [DisclosuresService],
  exports: [DisclosuresService],
})
export class DisclosureCallsModule {}
