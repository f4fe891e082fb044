import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { CONFIG } from '../config/config.module.js';
import { AuthFailures } from './auth-failures.js';
import { Authenticator } from './authenticator.js';
import { Credential } from './credential.entity.js';
import { CredentialsGuard } from './credentials.guard.js';
import { CredentialsRepository } from './credentials.repository.js';
import { CredentialsService } from './credentials.service.js';
import { loadServerKey, SERVER_KEY } from './server-key.js';
import { TenancyFacts } from './tenancy-facts.js';
import { TenancyService } from './tenancy.service.js';
import { TenantRateLimit } from './tenant-rate-limit.js';
import { Tenant } from './tenant.entity.js';
import { TenantsRepository } from './tenants.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant, Credential])],
  providers: [
    { provide: SERVER_KEY, useFactory: loadServerKey, inject: [CONFIG] },
    TenantsRepository,
    CredentialsRepository,
    CredentialsService,
    Authenticator,
    AuthFailures,
    TenantRateLimit,
    CredentialsGuard,
    TenancyFacts,
    TenancyService,
  ],
  exports: [
    SERVER_KEY,
    TenancyFacts,
    TenancyService,
    CredentialsService,
    CredentialsGuard,
    Authenticator,
    AuthFailures,
    TenantRateLimit,
  ],
})
export class TenancyModule {}
