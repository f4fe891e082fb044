import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ErasedPeople } from './erased-people.js';
import { Tombstone } from './tombstone.entity.js';
import { TombstoneKeys } from './tombstone-keys.js';
import { TombstonesRepository } from './tombstones.repository.js';

/** What is kept of people who were erased, so that no source brings them back. */
@Module({
  imports: [TypeOrmModule.forFeature([Tombstone])],
  providers: [TombstonesRepository, TombstoneKeys, ErasedPeople],
  exports: [ErasedPeople],
})
export class TombstonesModule {}
