import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { AuditService } from '../../audit/audit.service.js';
import { PublicUrl } from '../../config/public-url.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { IssuerNotAllowed } from '../../errors/sign-on.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { isAllowedIssuer } from './issuer-address.js';
import type { ProviderAccount } from './openid-provider.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { SignOnSettings } from './sign-on-settings.entity.js';
import { SignOnSettingsRepository } from './sign-on-settings.repository.js';

/** What client secrets are sealed for. */
export const SIGN_ON_SECRETS = 'single sign-on client secrets';

/** The settings without the secret. */
export type PublicSignOn = Pick<ProviderAccount, 'issuer' | 'clientId'>;

/** The OpenID provider with which users of a tenant may log in. */
@Injectable()
export class SignOnSettingsService {
  private readonly box: SecretBox;

  constructor(
    private readonly settings: SignOnSettingsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
    columns: SealedColumns,
  ) {
    this.box = columns.declare({
      kind: 'client secrets of single sign-on',
      table: 'sign_on_settings',
      column: 'sealedSecret',
      key: ['tenantId'],
      purpose: SIGN_ON_SECRETS,
      ownerOf: ({ tenantId = '' }) => tenantId,
    });
  }

  /** Undefined also when the secret was sealed under another server key. */
  async account(scope: Pick<Scope, 'tenantId'>): Promise<ProviderAccount | undefined> {
    const found = await this.settings.find(scope);
    const clientSecret = found === null ? undefined : this.box.open(scope.tenantId, found.sealedSecret);
    if (found === null || clientSecret === undefined) return undefined;
    const { issuer, clientId, provider } = found;
    return { issuer, clientId, clientSecret, mayBePrivate: provider === null || this.publicUrl.isLocal };
  }

  async show(scope: Pick<Scope, 'tenantId'>): Promise<PublicSignOn | undefined> {
    const found = await this.settings.find(scope);
    return found === null ? undefined : { issuer: found.issuer, clientId: found.clientId };
  }

  /**
   * Sets the provider of a tenant.
   * @throws {IssuerNotAllowed} when the address of the issuer is not allowed
   */
  async set(
    scope: Scope,
    { issuer, clientId, clientSecret }: Omit<ProviderAccount, 'mayBePrivate'>,
  ): Promise<PublicSignOn> {
    if (!isAllowedIssuer(issuer)) throw new IssuerNotAllowed();
    const { tenantId } = scope;
    const sealedSecret = this.box.seal(tenantId, clientSecret);
    const after = { issuer, clientId };
    await this.change(scope, after, async (transaction) => {
      await this.settings.replace(scope, transaction, {
        tenantId,
        ...after,
        provider: null,
        sealedSecret,
        changedAt: nowOf(scope),
      });
    });
    return after;
  }

  /** As it is stored; null when single sign-on is off. */
  stored(scope: Pick<Scope, 'tenantId'>): Promise<SignOnSettings | null> {
    return this.settings.find(scope);
  }

  /** Replaces the settings in the caller's transaction. */
  async put(scope: Scope, transaction: Transaction, settings: SignOnSettings): Promise<void> {
    const { issuer, clientId } = settings;
    await this.changeIn(scope, transaction, { issuer, clientId }, () =>
      this.settings.replace(scope, transaction, settings),
    );
  }

  async turnOff(scope: Scope): Promise<void> {
    await this.change(scope, null, (transaction) => this.settings.remove(scope, transaction));
  }

  private async change(
    scope: Scope,
    after: PublicSignOn | null,
    write: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run((transaction) =>
      this.changeIn(scope, transaction, after, () => write(transaction)),
    );
  }

  private async changeIn(
    scope: Scope,
    transaction: Transaction,
    after: PublicSignOn | null,
    write: () => Promise<void>,
  ): Promise<void> {
    const found = await this.settings.find(scope, transaction);
    const before = found === null ? null : { issuer: found.issuer, clientId: found.clientId };
    await write();
    if (before === null && after === null) return;
    const entry = { action: 'sso.changed', target: `tenant:${scope.tenantId}` };
    const change = { before, after: after === null ? null : { ...after } };
    await this.audit.record(scope, [{ ...entry, ...change }], transaction);
  }
}
