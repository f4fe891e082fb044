import { Injectable } from '@nestjs/common';

import {
  LoginCodeRefused,
  LoginPasskeyRefused,
  SecondFactorMissing,
  WrongCode,
  WrongPasskey,
} from '../../errors/account.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Passkey } from '../entities/passkey.entity.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import type { Assertion } from '../passkeys/web-authn.js';
import type { Owner } from '../second-factor/second-factor.repository.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';

/** The second factors of a user. */
export interface SecondFactorsOfUser {
  readonly hasApp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly Passkey[];
}

/** What a user gives beside the password; one of the two when the account has a second factor. */
export interface GivenFactor {
  readonly code?: string | null | undefined;
  readonly passkey?: Assertion | null | undefined;
  /** Whom the passkey was asked for: the hash of the session's token, or of the cookie of a login. */
  readonly holder: Buffer;
}

export function hasSecondFactor({ hasApp, passkeys }: SecondFactorsOfUser): boolean {
  return hasApp || passkeys.length > 0;
}

export function isGiven({ code, passkey }: GivenFactor): boolean {
  return (code ?? passkey ?? undefined) !== undefined;
}

/** An authenticator app and passkeys: each is enough. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly app: SecondFactorService,
    private readonly passkeys: PasskeysService,
  ) {}

  async of(owner: Owner): Promise<SecondFactorsOfUser> {
    const [{ isOn, recoveryCodesLeft }, passkeys] = await Promise.all([
      this.app.stateOf(owner),
      this.passkeys.of(owner),
    ]);
    return { hasApp: isOn, recoveryCodesLeft, passkeys };
  }

  /**
   * At a login, or when a password is set by invitation.
   * @throws {LoginCodeRefused} or {@link LoginPasskeyRefused}
   */
  async checkAtLogin(owner: Owner, given: GivenFactor): Promise<void> {
    if (await this.accepts(owner, given)) return;
    throw given.passkey ? new LoginPasskeyRefused() : new LoginCodeRefused();
  }

  /** @throws {SecondFactorMissing} when the user has a second factor and gives none */
  async checkGiven(owner: Owner, given: GivenFactor): Promise<void> {
    if (!isGiven(given) && hasSecondFactor(await this.of(owner))) throw new SecondFactorMissing();
  }

  /**
   * Within a session. Without a second factor nothing is needed.
   * @throws {WrongCode} or {@link WrongPasskey}
   */
  async checkInSession(owner: Owner, given: GivenFactor): Promise<void> {
    if (!hasSecondFactor(await this.of(owner)) || (await this.accepts(owner, given))) return;
    throw given.passkey ? new WrongPasskey() : new WrongCode();
  }

  /**
   * Ends all second factors of a user. Without one nothing happens.
   * @returns those that the user had
   */
  async removeAll(scope: Scope, userId: string): Promise<SecondFactorsOfUser> {
    const had = await this.of({ tenantId: scope.tenantId, userId });
    await this.app.remove(scope, userId);
    await this.passkeys.remove(scope, had.passkeys);
    return had;
  }

  private async accepts(owner: Owner, { code, passkey, holder }: GivenFactor): Promise<boolean> {
    if (passkey) return this.passkeys.accepts(owner, holder, passkey);
    return this.app.accepts(owner, code ?? '');
  }
}
