import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { PublicUrl } from '../../config/public-url.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoPasskey, PasskeyNotAdded, PasskeyNotFound, TooManyPasskeys } from '../../errors/account.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import type { Passkey } from '../entities/passkey.entity.js';
import type { Owner } from '../second-factor/second-factor.repository.js';
import { PasskeyChallengesRepository } from './passkey-challenges.repository.js';
import { PasskeysRepository } from './passkeys.repository.js';
import {
  type Assertion,
  assertionOptions,
  type BrowserOptions,
  registeredKey,
  type Registration,
  registrationOptions,
  type RelyingParty,
  relyingPartyAt,
  signaturesAfter,
  VALID_MS,
} from './web-authn.js';

const MOST = 20;

type Purpose = 'add' | 'confirm';

/** An answer of an authenticator, and the name that the user gives it. */
export interface NewPasskey extends Registration {
  readonly name: string;
}

/**
 * Passkeys (WebAuthn), beside the password. A challenge belongs to the session that asked for it, or to the cookie of
 * a login (`holder`), and is answered once.
 */
@Injectable()
export class PasskeysService {
  private readonly logger = new LineLogger(PasskeysService.name);

  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallengesRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** The passkeys of a user, the oldest first. */
  of(owner: Owner): Promise<Passkey[]> {
    return this.passkeys.of(owner);
  }

  /**
   * Asks the browser for a new passkey.
   * @throws {TooManyPasskeys} when the user has too many
   */
  async beginAdding(owner: Owner, holder: Buffer, email: string): Promise<BrowserOptions> {
    const known = await this.of(owner);
    if (known.length >= MOST) throw new TooManyPasskeys(MOST);
    const account = `${owner.tenantId}:${owner.userId}`;
    const options = await registrationOptions(this.relyingParty, account, email, known);
    await this.ask(owner, holder, 'add', options);
    return options;
  }

  /**
   * From now on logins need a second factor, for which this passkey is one.
   * @throws {PasskeyNotAdded} when the answer is not right, or {@link beginAdding} was too long ago
   */
  async add(scope: Scope, userId: string, holder: Buffer, answer: NewPasskey): Promise<Passkey> {
    const owner = { tenantId: scope.tenantId, userId };
    const challenge = await this.challenges.take({ ...owner, holder, purpose: 'add' }, wallTime());
    const key = challenge && (await registeredKey(answer, { challenge, at: this.relyingParty }));
    if (key === undefined || key === '') throw new PasskeyNotAdded();
    const passkeyId = idOf(key.credentialId);
    const known = await this.of(owner);
    if (known.some((one) => one.passkeyId === passkeyId)) throw new PasskeyNotAdded();
    const { name } = answer;
    const passkey: Passkey = { ...owner, ...key, passkeyId, name, createdAt: nowOf(scope), lastUsedAt: null };
    await this.unitOfWork.run(async (transaction) => {
      await this.passkeys.add(transaction, passkey);
      const entry = { action: 'admin.passkey-added', target: `user:${userId}`, after: { name } };
      await this.audit.record(scope, [entry], transaction);
    });
    return passkey;
  }

  /** @throws {PasskeyNotFound} when the user has no such passkey */
  async find(owner: Owner, passkeyId: string): Promise<Passkey> {
    const found = (await this.of(owner)).find((one) => one.passkeyId === passkeyId);
    if (found === undefined) throw new PasskeyNotFound();
    return found;
  }

  async remove(scope: Scope, passkeys: readonly Passkey[]): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      for (const { userId, passkeyId, name } of passkeys) {
        const owner = { tenantId: scope.tenantId, userId };
        if (!(await this.passkeys.remove(transaction, owner, passkeyId))) continue;
        const entry = { action: 'admin.passkey-removed', target: `user:${userId}`, before: { name } };
        await this.audit.record(scope, [entry], transaction);
      }
    });
  }

  /**
   * Asks the browser for a signature by one of the user's passkeys.
   * @throws {NoPasskey} when the user has none
   */
  async beginConfirming(owner: Owner, holder: Buffer): Promise<BrowserOptions> {
    const known = await this.of(owner);
    if (known.length === 0) throw new NoPasskey();
    const options = await assertionOptions(this.relyingParty, known);
    await this.ask(owner, holder, 'confirm', options);
    return options;
  }

  /** Whether one of the user's passkeys has signed the challenge, which is used up. */
  async accepts(owner: Owner, holder: Buffer, assertion: Assertion): Promise<boolean> {
    const now = wallTime();
    const challenge = await this.challenges.take({ ...owner, holder, purpose: 'confirm' }, now);
    const passkey = (await this.of(owner)).find((one) => one.credentialId === assertion.credential);
    if (challenge === undefined || passkey === undefined) return false;
    const signatures = await signaturesAfter(assertion, { challenge, at: this.relyingParty }, passkey);
    return signatures !== undefined && this.passkeys.noteUse(passkey, signatures, now);
  }

  private get relyingParty(): RelyingParty {
    return relyingPartyAt(this.publicUrl.value);
  }

  private async ask(
    { tenantId, userId }: Owner,
    holder: Buffer,
    purpose: Purpose,
    { challenge }: BrowserOptions,
  ): Promise<void> {
    const now = wallTime();
    const expiresAt = new Date(now.getTime() + VALID_MS);
    await this.unitOfWork.run((transaction) =>
      this.challenges.replace(transaction, { tenantId, userId, holder, purpose, challenge, expiresAt }),
    );
    await this.challenges.deleteExpired(now).catch((error: unknown) => {
      this.logger.warn({ msg: 'old challenges of passkeys were not deleted', ...explain(error) });
    });
  }
}

function idOf(credentialId: string): string {
  return createHash('sha256').update(credentialId).digest().subarray(0, 12).toString('base64url');
}
