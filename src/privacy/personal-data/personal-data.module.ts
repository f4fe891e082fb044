import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/users.module.js';
import { LoggedRequestsRepository } from './logged-requests.repository.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { SubjectsService } from './subjects.service.js';

/** Where data about people is. */
@Module({
  imports: [UsersModule],
  providers: [PersonalDataRepository, LoggedRequestsRepository, SubjectsService],
  exports: [PersonalDataRepository, LoggedRequestsRepository, SubjectsService],
})
export class PersonalDataModule {}
