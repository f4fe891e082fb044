import { Module } from '@nestjs/common';

import { UserModelModule } from '../model/user-model.module.js';
import { BodyHashes, UnchangedBodies } from './unchanged-bodies.service.js';

@Module({
  imports: [UserModelModule],
  providers: [BodyHashes, UnchangedBodies],
  exports: [BodyHashes, UnchangedBodies],
})
export class UnchangedBodiesModule {}
