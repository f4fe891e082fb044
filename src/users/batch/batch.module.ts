import { Module } from '@nestjs/common';

import { MatchingModule } from '../matching/matching.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { BatchContexts } from './batch-context.js';

@Module({
  imports: [UserModelModule, MatchingModule],
  providers: [BatchContexts],
  exports: [BatchContexts],
})
export class BatchModule {}
