import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { IdBlock } from './id-block.entity.js';
import { UserModelModule } from '../model/user-model.module.js';
import { IdBlocksRepository } from './id-blocks.repository.js';
import { IdBlocks } from './id-blocks.js';

@Module({
  imports: [TypeOrmModule.forFeature([IdBlock]), UserModelModule],
  providers: [IdBlocksRepository, IdBlocks],
  exports: [IdBlocks],
})
export class IdBlocksModule {}
