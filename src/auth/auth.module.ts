import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
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

@Module({
  imports: [TypeOrmModule.forFeature([Session, LoginThrottle]), UsersModule, AuditModule],
  controllers: [AuthController],
  providers: [
    AuthRepository,
    LoginThrottleRepository,
    LoginThrottleService,
    SessionsService,
    PasswordHashes,
    SessionCookies,
    LoginService,
    InvitationsService,
    SessionGuard,
  ],
  exports: [SessionGuard, SessionsService, InvitationsService],
})
export class AuthModule {}
