import { Module } from '@nestjs/common';

import { UserModelModule } from '../model/user-model.module.js';
import { UserLookup } from './user-lookup.js';

@Module({
  imports: [UserModelModule],
  providers: [UserLookup],
  exports: [UserLookup],
})
export class MatchingModule {}
