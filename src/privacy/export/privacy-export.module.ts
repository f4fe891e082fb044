import { Module } from '@nestjs/common';

import { AuditModule } from '../../audit/audit.module.js';
import { DisclosureCallsModule } from '../disclosures/disclosure-calls.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { PersonExportController } from './person-export.controller.js';
import { PersonExportService } from './person-export.service.js';
import { PersonParts } from './person-parts.js';

/** The export of a person. */
@Module({
  imports: [AuditModule, DisclosureCallsModule, PersonalDataModule],
  controllers: [PersonExportController],
  providers: [PersonParts, PersonExportService],
  exports: [PersonExportService],
})
export class PrivacyExportModule {}
