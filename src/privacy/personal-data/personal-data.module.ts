import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/users.module.js';
import { LoggedRequestsRepository } from './logged-requests.repository.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { SubmissionIdsRepository } from './submission-ids.repository.js';
import { SubjectsService } from './subjects.service.js';
import { UserNamesRepository } from './user-names.repository.js';

/** Where data about people is. */
@Module({
  imports: [UsersModule],
  providers: [
    PersonalDataRepository,
    LoggedRequestsRepository,
    SubmissionIdsRepository,
    UserNamesRepository,
    SubjectsService,
  ],
  exports: [PersonalDataRepository, LoggedRequestsRepository, SubmissionIdsRepository, SubjectsService],
})
export class PersonalDataModule {}
