import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import { Disclosure } from './disclosure.entity.js';
import { DisclosureBlock } from './disclosure-block.entity.js';
import { DisclosureRecorder } from './disclosure-recorder.js';
import { DisclosuresRepository } from './disclosures.repository.js';

/** Who was given data about whom. It is global because the rooms that hand out data stand before it. */
@Global()
@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([Disclosure, DisclosureBlock])],
  providers: [
    DisclosuresRepository,
    DisclosureRecorder,
    { provide: DisclosureLog, useExisting: DisclosureRecorder },
  ],
  exports: [DisclosureLog, DisclosuresRepository],
})
export class DisclosuresModule {}
