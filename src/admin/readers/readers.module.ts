import { Module } from '@nestjs/common';

import { AlertsModule } from '../../alerts/alerts.module.js';
import { AdminReadersController } from './readers.controller.js';
import { AdminReadersService } from './readers.service.js';

@Module({
  imports: [AlertsModule],
  controllers: [AdminReadersController],
  providers: [AdminReadersService],
})
export class AdminReadersModule {}
