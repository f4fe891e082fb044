import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { AdministratorsController } from './administrators.controller.js';
import { AdministratorsService } from './administrators.service.js';

@Module({
  imports: [ActorsModule, AuthModule],
  controllers: [AdministratorsController],
  providers: [AdministratorsService],
})
export class AdminAdministratorsModule {}
