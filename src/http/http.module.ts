import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';

import { DecodablePath } from './decodable-path.js';
import { DtoPipe } from './dto.pipe.js';
import { ErrorFilter } from './error.filter.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { RouteTable } from './route-table.js';

@Module({
  imports: [DiscoveryModule],
  providers: [
    RouteTable,
    GracefulShutdown,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: DtoPipe },
    { provide: APP_INTERCEPTOR, useClass: DecodablePath },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
  ],
  exports: [RouteTable],
})
export class HttpModule {}
