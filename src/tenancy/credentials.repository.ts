import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';

import { Credential } from './credential.entity.js';
import type { Scope } from './scope.js';
import { isIdentifier } from './secrets.js';
import { Tenant } from './tenant.entity.js';

/** A credential with the tenant that it belongs to. */
export interface CredentialWithTenant {
  readonly credential: Credential;
  readonly tenant: Tenant;
}

/** Finding a credential by its key is what names the tenant, so this repository takes no scope. */
@Injectable()
export class CredentialsRepository {
  constructor(@InjectRepository(Credential) private readonly credentials: Repository<Credential>) {}

  async insert(credential: Credential): Promise<void> {
    await this.credentials.insert(credential);
  }

  /** One statement, so that a key that exists takes no longer than one that does not. */
  async findWithTenant(apiKey: string): Promise<CredentialWithTenant | undefined> {
    const found = (await this.credentials
      .createQueryBuilder('credential')
      .innerJoinAndMapOne('credential.tenant', Tenant, 'tenant', 'tenant.id = credential.tenantId')
      .where('credential.apiKey = :apiKey', { apiKey })
      .getOne()) as (Credential & { tenant: Tenant }) | null;
    return found === null ? undefined : { credential: found, tenant: found.tenant };
  }

  list(tenantId: string): Promise<Credential[]> {
    return this.credentials.find({ where: { tenantId }, order: { createdAt: 'ASC', apiKey: 'ASC' } });
  }

  async find(apiKey: string): Promise<Credential | null> {
    if (!isIdentifier(apiKey)) return null;
    return this.credentials.findOneBy({ apiKey });
  }

  /** The tenant's keys among these, with nothing but their labels. */
  async labels(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, string>> {
    const asked = apiKeys.filter(isIdentifier);
    if (asked.length === 0) return new Map();
    const found = await this.credentials.find({
      select: { apiKey: true, label: true },
      where: { tenantId: scope.tenantId, apiKey: In(asked) },
    });
    return new Map(found.map(({ apiKey, label }) => [apiKey, label]));
  }

  async revoke(apiKey: string, at: Date): Promise<boolean> {
    if (!isIdentifier(apiKey)) return false;
    const result = await this.credentials.update({ apiKey, revokedAt: IsNull() }, { revokedAt: at });
    return result.affected === 1;
  }

  async expire(apiKey: string, at: Date): Promise<void> {
    await this.credentials.update({ apiKey }, { expiresAt: at });
  }

  async markUsed(apiKey: string, at: Date): Promise<void> {
    await this.credentials.update({ apiKey }, { lastUsedAt: at });
  }
}
