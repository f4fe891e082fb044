import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { AuthFailures } from './access/auth-failures.js';
import { Authenticator } from './access/authenticator.js';
import { ChangeStamp } from './change-stamps/change-stamp.entity.js';
import { ChangeStampsRepository } from './change-stamps/change-stamps.repository.js';
import { Credential } from './credentials/credential.entity.js';
import { ConnectionKeysService } from './credentials/connection-keys.service.js';
import { CredentialsGuard } from './access/credentials.guard.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { CommitLoss } from './lost-commits/commit-loss.entity.js';
import { LossWriter } from './lost-commits/loss-writer.js';
import { LossesRepository } from './lost-commits/losses.repository.js';
import { LostCommits } from './lost-commits/lost-commits.js';
import { LostStamps } from './lost-commits/lost-stamps.entity.js';
import { DatabaseWindows } from './rate-windows/database-windows.js';
import { KeyHandover } from './handovers/key-handover.entity.js';
import { KeyHandoversRepository } from './handovers/key-handovers.repository.js';
import { KeyHandoversService } from './handovers/key-handovers.service.js';
import { RateWindows } from './rate-windows/rate-windows.js';
import { RateWindowsRepository } from './rate-windows/rate-windows.repository.js';
import { RateWindowsSweep } from './rate-windows/rate-windows-sweep.js';
import { WINDOW_STORE, type WindowStore } from './rate-windows/window-store.js';
import { RequestLimits } from './access/request-limits.js';
import { TenancyService } from './tenants/tenancy.service.js';
import { Tenant } from './tenants/tenant.entity.js';
import { Walks } from './walks/walks.js';
import { TenantsRepository } from './tenants/tenants.repository.js';

@Global()
@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([Tenant, Credential, KeyHandover, ChangeStamp, CommitLoss, LostStamps]),
  ],
  providers: [
    TenantsRepository,
    ChangeStampsRepository,
    LossesRepository,
    LossWriter,
    LostCommits,
    CredentialsRepository,
    CredentialsService,
    ConnectionKeysService,
    KeyHandoversRepository,
    KeyHandoversService,
    Authenticator,
    RateWindowsRepository,
    RateWindowsSweep,
    DatabaseWindows,
    {
      provide: WINDOW_STORE,
      useFactory: async ({ redisUrl }: Config, database: DatabaseWindows): Promise<WindowStore> => {
        if (redisUrl === undefined) return database;
        // Its client has some 500 files, which no other start has to load.
        const { RedisWindows } = await import('./rate-windows/redis-windows.js');
        return new RedisWindows(redisUrl);
      },
      inject: [CONFIG, DatabaseWindows],
    },
    RateWindows,
    AuthFailures,
    RequestLimits,
    CredentialsGuard,
    TenancyService,
    Walks,
  ],
  exports: [
    TenantsRepository,
    ChangeStampsRepository,
    LossesRepository,
    LostCommits,
    TenancyService,
    CredentialsService,
    ConnectionKeysService,
    KeyHandoversService,
    CredentialsGuard,
    Authenticator,
    AuthFailures,
    RequestLimits,
    RateWindows,
    Walks,
  ],
})
export class TenancyModule {}
