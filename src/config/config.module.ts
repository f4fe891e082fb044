import { type DynamicModule, Global, Module } from '@nestjs/common';

import type { Config } from './environment.js';
import { PublicUrl } from './public-url.js';

/** Injection token of the frozen {@link Config}. */
export const CONFIG = Symbol('CONFIG');

@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: PublicUrl, useValue: new PublicUrl(config) },
      ],
      exports: [CONFIG, PublicUrl],
    };
  }
}
