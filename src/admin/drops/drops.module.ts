import { Module } from '@nestjs/common';

import { FileImportModule } from '../../file-import/file-import.module.js';
import { AdminDropsController } from './drops.controller.js';
import { AdminDropsService } from './drops.service.js';

@Module({
  imports: [FileImportModule],
  controllers: [AdminDropsController],
  providers: [AdminDropsService],
})
export class AdminDropsModule {}
