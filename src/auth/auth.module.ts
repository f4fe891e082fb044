import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdministratorsRepository } from './administrators.repository.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { LoginThrottle } from './entities/login-throttle.entity.js';
import { Session } from './entities/session.entity.js';
import { InvitationsService } from './invitations.service.js';
import { LoginService } from './login.service.js';
import { LoginThrottleRepository } from './login-throttle.repository.js';
import { LoginThrottleService } from './login-throttle.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SessionCookies } from './session-cookies.js';
import { SessionGuard } from './session.guard.js';
import { SessionsService } from './sessions.service.js';
import { OpenIdProvider } from './sso/openid-provider.js';
import { SignOnController } from './sso/sign-on.controller.js';
import { SignOnService } from './sso/sign-on.service.js';
import { SignOnSettings } from './sso/sign-on-settings.entity.js';
import { SignOnSettingsRepository } from './sso/sign-on-settings.repository.js';
import { SignOnSettingsService } from './sso/sign-on-settings.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Session, LoginThrottle, SignOnSettings]), UsersModule, AuditModule],
  controllers: [AuthController, SignOnController],
  providers: [
    AuthRepository,
    AdministratorsRepository,
    LoginThrottleRepository,
    LoginThrottleService,
    SessionsService,
    PasswordHashes,
    SessionCookies,
    LoginService,
    InvitationsService,
    SessionGuard,
    OpenIdProvider,
    SignOnSettingsRepository,
    SignOnSettingsService,
    SignOnService,
  ],
  exports: [SessionGuard, SessionsService, InvitationsService, AdministratorsRepository],
})
export class AuthModule {}
