import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { AuditService } from '../../audit/audit.service.js';
import { PublicUrl } from '../../config/public-url.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { IssuerNotAllowed } from '../../errors/sign-on.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { isAllowedIssuer } from './issuer-address.js';
import { accountOf, type OpenIdAccount, type ProviderAccount } from './provider-account.js';
import { MetadataRefused, publicMetadata } from './saml/saml-metadata.js';
import { SamlMetadataSource } from './saml/saml-metadata.source.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import { CLIENT_SECRETS } from './sign-on-columns.js';
import type { SignOnSettings } from './sign-on-settings.entity.js';
import { SignOnSettingsRepository } from './sign-on-settings.repository.js';
import { inEnglish } from '../../texts/languages.js';
import { sentence } from '../../texts/sentence.js';

/** How often metadata of SAML is read again at most, at a sign-on. */
const REREAD_MS = 3_600_000;

/** The settings without the secret. */
export type PublicSignOn =
  | { readonly protocol: 'openid'; readonly issuer: string; readonly clientId: string | null }
  | {
      readonly protocol: 'saml';
      readonly issuer: string;
      readonly metadataUrl: string | null;
      readonly signOnUrl: string;
      /** Fingerprints of SHA-256. */
      readonly certificates: readonly string[];
    };

function publicOf({ issuer, clientId, metadata, metadataUrl }: SignOnSettings): PublicSignOn {
  return metadata === null
    ? { protocol: 'openid', issuer, clientId }
    : { protocol: 'saml', issuer, metadataUrl, ...publicMetadata(metadata) };
}

/** The provider with which users of a tenant may log in. */
@Injectable()
export class SignOnSettingsService {
  private readonly logger = new LineLogger(SignOnSettingsService.name);
  private readonly box: SecretBox;

  constructor(
    private readonly settings: SignOnSettingsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
    private readonly metadata: SamlMetadataSource,
    columns: SealedColumns,
  ) {
    const kind = 'client secrets of single sign-on';
    this.box = columns.declare({ ...CLIENT_SECRETS, kind, table: 'sign_on_settings' });
  }

  /**
   * The account for a sign-on; undefined also when the secret was sealed under another server key. Metadata of SAML is
   * read again when that was last tried more than an hour ago, so that new certificates are known.
   */
  async account(scope: Scope): Promise<ProviderAccount | undefined> {
    const found = await this.settings.find(scope);
    if (found === null) return undefined;
    const mayBePrivate = found.provider === null || this.publicUrl.isLocal;
    return accountOf(scope, await this.reread(scope, found), this.box, mayBePrivate);
  }

  async show(scope: Pick<Scope, 'tenantId'>): Promise<PublicSignOn | undefined> {
    const found = await this.settings.find(scope);
    return found === null ? undefined : publicOf(found);
  }

  /**
   * Sets the OpenID provider of a tenant.
   * @throws {IssuerNotAllowed} when the address of the issuer is not allowed
   */
  async set(
    scope: Scope,
    { issuer, clientId, clientSecret }: Omit<OpenIdAccount, 'protocol' | 'mayBePrivate'>,
  ): Promise<PublicSignOn> {
    if (!isAllowedIssuer(issuer)) throw new IssuerNotAllowed();
    const { tenantId } = scope;
    const sealedSecret = this.box.seal(tenantId, clientSecret);
    const settings = {
      tenantId,
      issuer,
      clientId,
      provider: null,
      sealedSecret,
      metadata: null,
      metadataUrl: null,
      metadataReadAt: null,
      changedAt: nowOf(scope),
    };
    await this.unitOfWork.run((transaction) => this.put(scope, transaction, settings));
    return publicOf(settings);
  }

  /** As it is stored; null when single sign-on is off. */
  stored(scope: Pick<Scope, 'tenantId'>): Promise<SignOnSettings | null> {
    return this.settings.find(scope);
  }

  /** Replaces the settings in the caller's transaction. */
  async put(scope: Scope, transaction: Transaction, settings: SignOnSettings): Promise<void> {
    await this.change(scope, transaction, publicOf(settings), () =>
      this.settings.replace(scope, transaction, settings),
    );
  }

  async turnOff(scope: Scope): Promise<void> {
    await this.unitOfWork.run((transaction) =>
      this.change(scope, transaction, null, () => this.settings.remove(scope, transaction)),
    );
  }

  private async change(
    scope: Scope,
    transaction: Transaction,
    after: PublicSignOn | null,
    write: () => Promise<void>,
  ): Promise<void> {
    const found = await this.settings.find(scope, transaction);
    const before = found === null ? null : publicOf(found);
    await write();
    if (before !== null || after !== null) await this.record(scope, transaction, before, after);
  }

  /** Stores metadata that was read again; other keys, or another address of sign-on, are recorded in the audit log. */
  private async keep(
    scope: Scope,
    stored: SignOnSettings,
    metadata: NonNullable<SignOnSettings['metadata']>,
  ): Promise<SignOnSettings> {
    const changed = { ...stored, metadata };
    const [before, after] = [publicOf(stored), publicOf(changed)];
    await this.unitOfWork.run(async (transaction) => {
      const isKept = await this.settings.keepMetadata(scope, transaction, stored, metadata);
      if (!isKept || isDeepStrictEqual(before, after)) return;
      await this.record(scope, transaction, before, after);
    });
    return changed;
  }

  private async record(
    scope: Scope,
    transaction: Transaction,
    before: PublicSignOn | null,
    after: PublicSignOn | null,
  ): Promise<void> {
    const entry = { action: 'sso.changed', target: `tenant:${scope.tenantId}` };
    const change = { before: before && { ...before }, after: after && { ...after } };
    await this.audit.record(scope, [{ ...entry, ...change }], transaction);
  }

  /** The settings with the metadata as it is now; as it was while its address does not answer as it should. */
  private async reread(scope: Scope, stored: SignOnSettings): Promise<SignOnSettings> {
    const { metadataUrl, metadataReadAt, issuer } = stored;
    const now = wallTime();
    if (metadataUrl === null || now.getTime() - (metadataReadAt?.getTime() ?? 0) < REREAD_MS) return stored;
    // Of several sign-ons at a time one waits for the provider.
    if (!(await this.settings.noteReading(scope, stored, now))) return stored;
    try {
      const { issuer: read, ...metadata } = await this.metadata.fetch(metadataUrl);
      if (read !== issuer) throw new MetadataRefused(sentence('must be of the same provider'));
      return await this.keep(scope, stored, metadata);
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error;
      const { tenantId } = scope;
      this.logger.warn({
        msg: 'metadata of SAML was not read',
        tenantId,
        reason: `it ${inEnglish(error.rule)}`,
      });
      return stored;
    }
  }
}
