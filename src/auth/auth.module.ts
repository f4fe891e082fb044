import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account/account.controller.js';
import { AccountService } from './account/account.service.js';
import { PasskeysController } from './account/passkeys.controller.js';
import { AdministrationRoles } from './administrators/administration-roles.service.js';
import { DemandedFactors } from './administrators/demanded-factors.service.js';
import { AdministratorsRepository } from './administrators/administrators.repository.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { LoginThrottle } from './entities/login-throttle.entity.js';
import { PasskeyChallenge } from './entities/passkey-challenge.entity.js';
import { Passkey } from './entities/passkey.entity.js';
import { SecondFactor } from './entities/second-factor.entity.js';
import { Session } from './entities/session.entity.js';
import { InvitationsService } from './administrators/invitations.service.js';
import { LoginService } from './login/login.service.js';
import { LoginThrottleRepository } from './login/login-throttle.repository.js';
import { LoginThrottleService } from './login/login-throttle.service.js';
import { PasskeyChallengesRepository } from './passkeys/passkey-challenges.repository.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasswordHashes } from './passwords/password-hashes.js';
import { PasswordRules } from './passwords/password-rules.js';
import { SecondFactorRepository } from './second-factor/second-factor.repository.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SecondFactors } from './login/second-factors.service.js';
import { SeededAdministrators } from './administrators/seeded-administrators.service.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionsService } from './sessions/sessions.service.js';
import { OpenIdProvider } from './sso/openid-provider.js';
import { SamlMetadataSource } from './sso/saml/saml-metadata.source.js';
import { SamlProvider } from './sso/saml/saml-provider.js';
import { UsedAssertion } from './sso/saml/used-assertion.entity.js';
import { UsedAssertionsRepository } from './sso/saml/used-assertions.repository.js';
import { SignOnAddresses } from './sso/sign-on-addresses.js';
import { SignOnDraft } from './sso/sign-on-draft.entity.js';
import { SignOnDraftsRepository } from './sso/sign-on-drafts.repository.js';
import { SignOnInputs } from './sso/sign-on-inputs.service.js';
import { SignOnLimits } from './sso/sign-on-limits.service.js';
import { SignOnProtocols } from './sso/sign-on-protocols.js';
import { SignOnSetUpController } from './sso/sign-on-set-up.controller.js';
import { SignOnSetUpService } from './sso/sign-on-set-up.service.js';
import { SignOnController } from './sso/sign-on.controller.js';
import { SignOnService } from './sso/sign-on.service.js';
import { SignOnSettings } from './sso/sign-on-settings.entity.js';
import { SignOnSettingsRepository } from './sso/sign-on-settings.repository.js';
import { SignOnSettingsService } from './sso/sign-on-settings.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Session,
      LoginThrottle,
      SignOnSettings,
      SignOnDraft,
      UsedAssertion,
      SecondFactor,
      Passkey,
      PasskeyChallenge,
    ]),
    UsersModule,
    AuditModule,
  ],
  controllers: [
    AuthController,
    AccountController,
    PasskeysController,
    SignOnController,
    SignOnSetUpController,
  ],
  providers: [
    AuthRepository,
    AdministratorsRepository,
    LoginThrottleRepository,
    LoginThrottleService,
    SessionsService,
    PasswordHashes,
    PasswordRules,
    SessionCookies,
    LoginService,
    AdministrationRoles,
    InvitationsService,
    SecondFactorRepository,
    SecondFactorService,
    PasskeysRepository,
    PasskeyChallengesRepository,
    PasskeysService,
    SecondFactors,
    DemandedFactors,
    AccountService,
    SessionGuard,
    SignOnAddresses,
    OpenIdProvider,
    SamlMetadataSource,
    SamlProvider,
    UsedAssertionsRepository,
    SignOnProtocols,
    SignOnLimits,
    SignOnInputs,
    SignOnSettingsRepository,
    SignOnSettingsService,
    SignOnDraftsRepository,
    SignOnSetUpService,
    SignOnService,
    SeededAdministrators,
  ],
  exports: [
    SeededAdministrators,
    SessionGuard,
    SessionsService,
    InvitationsService,
    AdministrationRoles,
    SecondFactors,
    DemandedFactors,
    AdministratorsRepository,
    SignOnSettingsService,
  ],
})
export class AuthModule {}
