import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, DiscoveryModule } from '@nestjs/core';

import { DecodablePath } from './decodable-path.js';
import { DtoPipe } from '../validation/dto.pipe.js';
import { ErrorFilter } from './error.filter.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { JsonBodyGuard } from './json-body.guard.js';
import { RouteTable } from './route-table.js';

@Module({
  imports: [DiscoveryModule],
  providers: [
    RouteTable,
    GracefulShutdown,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: DtoPipe },
    DecodablePath,
    JsonBodyGuard,
  ],
  exports: [RouteTable, DecodablePath, JsonBodyGuard],
})
export class HttpModule {}
