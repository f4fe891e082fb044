import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { UserModelModule } from '../model/user-model.module.js';
import { ErasedPeople } from './erased-people.js';
import { RemovalsListener } from './removals.listener.js';
import { Tombstone } from './tombstone.entity.js';
import { TombstoneKeys } from './tombstone-keys.js';
import { TombstonesRepository } from './tombstones.repository.js';

/** What is kept of people who were erased, so that no source brings them back. */
@Module({
  imports: [UserModelModule, TypeOrmModule.forFeature([Tombstone])],
  providers: [TombstonesRepository, TombstoneKeys, ErasedPeople, RemovalsListener],
  exports: [ErasedPeople],
})
export class TombstonesModule {}
