import { randomUUID } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Credential } from './credential.entity.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { AccessScope, Scope } from './scope.js';
import { hashSecret, newApiKey, newApiSecret, newTenantId } from './secrets.js';
import { SERVER_KEY } from './server-key.js';
import type { Tenant } from './tenant.entity.js';
import { settingsOf, type StoredTenantSettings } from './tenant-settings.js';
import { TenantsRepository } from './tenants.repository.js';

/** What a new credential may do and for how long. */
export interface NewCredential {
  readonly tenantId: string;
  readonly label: string;
  readonly scopes: readonly AccessScope[];
  readonly expiresAt?: Date | null;
  /** Requests a minute; null or absent is unlimited. */
  readonly rateLimit?: number | null;
}

/** Settings to change; what is not named stays. */
export type SettingsChange = StoredTenantSettings & { readonly emailDomain?: string };

/** A credential with its secret, which nobody can read again. */
export interface IssuedCredential {
  readonly credential: Credential;
  readonly apiSecret: string;
}

/** A name that does not exist; the message says which. */
export class UnknownName extends Error {}

/** Tenants and their credentials, for the terminal and the administration area. */
@Injectable()
export class TenancyService {
  constructor(
    private readonly tenants: TenantsRepository,
    private readonly credentials: CredentialsRepository,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  async createTenant(name: string, emailDomain: string): Promise<Tenant> {
    const tenant: Tenant = {
      id: newTenantId(),
      name,
      emailDomain,
      status: 'active',
      settings: null,
      createdAt: new Date(),
    };
    await this.tenants.insert(tenant);
    return tenant;
  }

  listTenants(): Promise<Tenant[]> {
    return this.tenants.list();
  }

  /**
   * The scope of work that no request asked for.
   * @param actor `terminal`, the name of the periodic work, or whoever caused it in an earlier request
   */
  scopeOf(tenant: Tenant, actor: string, requestId = `${actor}-${randomUUID()}`): Scope {
    const settings = settingsOf(tenant.emailDomain, tenant.settings);
    return Object.freeze({
      tenantId: tenant.id,
      tenant: settings,
      actor,
      requestId,
    });
  }

  /**
   * The same scope with the settings that are stored now, held until the transaction ends: a request knows them from up
   * to 5 seconds ago, and what it stores must not outlive a change of them.
   */
  async withStoredSettings(scope: Scope, manager: EntityManager): Promise<Scope> {
    const tenant = await this.tenants.hold(scope.tenantId, manager);
    return tenant === null ? scope : { ...scope, tenant: settingsOf(tenant.emailDomain, tenant.settings) };
  }

  hasTenants(): Promise<boolean> {
    return this.tenants.exists();
  }

  /** Refused requests start within 5 seconds of a suspension, on every instance. @throws {UnknownName} */
  async setTenantStatus(tenantId: string, status: Tenant['status']): Promise<Tenant> {
    await this.tenants.setStatus(tenantId, status);
    return this.tenant(tenantId);
  }

  /** @throws {UnknownName} when there is no such tenant */
  async findTenant(tenantId: string): Promise<Tenant> {
    return this.tenant(tenantId);
  }

  /**
   * Replaces what is given and keeps the rest; requests see it within 5 seconds. Progress records that are written
   * from now on follow it; `SweepService.reviewAll` makes the others follow.
   * @throws {UnknownName}
   */
  async changeSettings(
    tenantId: string,
    { emailDomain, pacing, ...others }: SettingsChange,
  ): Promise<Tenant> {
    const tenant = await this.tenant(tenantId);
    const settings = { ...tenant.settings, ...others, pacing: { ...tenant.settings?.pacing, ...pacing } };
    await this.tenants.setSettings(tenantId, emailDomain ?? tenant.emailDomain, settings);
    return this.tenant(tenantId);
  }

  /** @throws {UnknownName} when there is no such tenant */
  async createCredential(wish: NewCredential): Promise<IssuedCredential> {
    await this.tenant(wish.tenantId);
    const apiSecret = newApiSecret();
    const credential: Credential = {
      apiKey: newApiKey(),
      tenantId: wish.tenantId,
      secretHash: hashSecret(this.serverKey, apiSecret),
      label: wish.label,
      scopes: [...new Set(wish.scopes)].sort().join(','),
      rateLimit: wish.rateLimit ?? null,
      createdAt: new Date(),
      lastUsedAt: null,
      expiresAt: wish.expiresAt ?? null,
      revokedAt: null,
    };
    await this.credentials.insert(credential);
    return { credential, apiSecret };
  }

  /** @throws {UnknownName} when there is no such tenant */
  async listCredentials(tenantId: string): Promise<Credential[]> {
    await this.tenant(tenantId);
    return this.credentials.list(tenantId);
  }

  /** Takes effect within 5 seconds on every instance; revoking twice is fine. @throws {UnknownName} */
  async revokeCredential(apiKey: string): Promise<Credential> {
    await this.credentials.revoke(apiKey, new Date());
    return this.credential(apiKey);
  }

  /**
   * Makes a successor with the same label, scopes and limit; the old credential works on until `oldWorksUntil`, or
   * until its own expiry when that is sooner.
   * @throws {UnknownName}
   */
  async rotateCredential(
    apiKey: string,
    oldWorksUntil: Date,
  ): Promise<IssuedCredential & { previous: Credential }> {
    const old = await this.credential(apiKey);
    const issued = await this.createCredential({
      tenantId: old.tenantId,
      label: old.label,
      scopes: old.scopes.split(',') as AccessScope[],
      rateLimit: old.rateLimit,
    });
    if (old.expiresAt === null || old.expiresAt > oldWorksUntil)
      await this.credentials.expire(apiKey, oldWorksUntil);
    return { ...issued, previous: await this.credential(apiKey) };
  }

  private async tenant(tenantId: string): Promise<Tenant> {
    const tenant = await this.tenants.find(tenantId);
    if (tenant === null)
      throw new UnknownName(`There is no tenant ${tenantId}; "tenant list" shows those there are.`);
    return tenant;
  }

  private async credential(apiKey: string): Promise<Credential> {
    const credential = await this.credentials.find(apiKey);
    if (credential === null)
      throw new UnknownName(`There is no API key ${apiKey}; "key list --tenant …" shows those there are.`);
    return credential;
  }
}
