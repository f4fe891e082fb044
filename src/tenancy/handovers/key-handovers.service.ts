import { createHash, randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import {
  ApiKeyEnded,
  ApiKeyNotFound,
  ApiKeyUsed,
  HandoverNotFound,
  HandoverOpened,
} from '../../errors/tenancy.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { Authenticator } from '../access/authenticator.js';
import type { Credential } from '../credentials/credential.entity.js';
import { isAccepted, statusOf } from '../credentials/credential-status.js';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import type { Scope } from '../scope.js';
import { newApiSecret, newSecretHash } from '../credentials/secrets.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { TENANCY_CHANGED } from '../tenants/tenancy-action.js';
import type { Tenant } from '../tenants/tenant.entity.js';
import { TenancyService } from '../tenants/tenancy.service.js';
import { nowOf } from '../time/tenant-clock.js';
import type { KeyHandover } from './key-handover.entity.js';
import { KeyHandoversRepository } from './key-handovers.repository.js';

/** The actor who opens a link. */
const OPENER = 'handover-link';

/** A link that works once. */
export interface IssuedHandover {
  readonly link: string;
  readonly expiresAt: Date;
}

/** What a link would hand over. */
export interface OfferedKey {
  readonly credential: Credential;
  readonly tenant: Tenant;
  readonly handover: KeyHandover;
}

/** Who opens a link. */
interface Opener {
  readonly address: string;
  readonly requestId: string;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Hands new keys over by one-time links. The secret does not exist until the link is opened, so neither the
 * administrator nor the database has it before.
 */
@Injectable()
export class KeyHandoversService {
  constructor(
    private readonly handovers: KeyHandoversRepository,
    private readonly credentials: CredentialsRepository,
    private readonly authenticator: Authenticator,
    private readonly tenancy: TenancyService,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * Makes a link for a key that no call has used yet. The secret that the key had, and an earlier link, stop working.
   * @throws {ApiKeyNotFound} when the tenant has no such key
   * @throws {ApiKeyEnded} when the key is revoked or expired
   * @throws {ApiKeyUsed} when the key was used: the system that uses it would stop
   */
  async create(scope: Scope, apiKey: string, hours: number): Promise<IssuedHandover> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = await this.unitOfWork.run(async (transaction) => {
      await this.lockUnused(scope, transaction, apiKey);
      const createdAt = nowOf(scope);
      const until = new Date(createdAt.getTime() + hours * 3_600_000);
      // A hash that no secret has.
      const noSecret = { secretHash: randomBytes(32), secretKeyId: null, formerSecretHash: null };
      await this.credentials.change(scope, transaction, apiKey, noSecret);
      await this.handovers.replace(transaction, {
        tokenHash: hashOf(token),
        tenantId: scope.tenantId,
        apiKey,
        createdBy: scope.actor,
        createdAt,
        expiresAt: until,
        openedAt: null,
        openedFrom: null,
      });
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'key.handover-created', target: `key:${apiKey}`, after: { until: until.toISOString() } },
      ]);
      return until;
    });
    this.authenticator.forget(apiKey);
    return { link: `${this.publicUrl.value}/admin/#/handover?token=${token}`, expiresAt };
  }

  /** The latest link of a key; undefined when there was none. */
  async latestOf(scope: Pick<Scope, 'tenantId'>, apiKey: string): Promise<KeyHandover | undefined> {
    return (await this.handovers.latestOf(scope, apiKey)) ?? undefined;
  }

  /**
   * What the link would hand over; the link stays unopened.
   * @throws {HandoverNotFound} when the link is unknown, replaced or expired, or its key cannot be handed over any more
   * @throws {HandoverOpened} when it was opened before
   */
  async show(token: string): Promise<OfferedKey> {
    const handover = await this.handovers.find(hashOf(token));
    if (handover === null) throw new HandoverNotFound();
    if (handover.openedAt !== null) throw new HandoverOpened(handover.openedAt);
    const tenant = await this.tenancy.findTenant(handover.tenantId);
    const credential = await this.credentials.find(handover, handover.apiKey);
    if (credential === null || !isOffered(handover, credential, tenant)) throw new HandoverNotFound();
    return { credential, tenant, handover };
  }

  /**
   * Gives the key its secret. Of two who open the link at once, one gets it.
   * @throws {HandoverNotFound} and {@link HandoverOpened} as {@link show}
   */
  async open(
    token: string,
    { address, requestId }: Opener,
  ): Promise<OfferedKey & { readonly apiSecret: string }> {
    const { tenant, handover: found } = await this.show(token);
    const { tokenHash, apiKey } = found;
    const scope = { ...this.tenancy.scopeOf(tenant, OPENER, requestId), address };
    const apiSecret = newApiSecret();
    const credential = await this.unitOfWork.run(async (transaction) => {
      const locked = await this.credentials.lock(scope, transaction, apiKey);
      const handover = await this.handovers.lock(transaction, tokenHash);
      if (locked === null || handover === null) throw new HandoverNotFound();
      if (handover.openedAt !== null) throw new HandoverOpened(handover.openedAt);
      if (!isOffered(handover, locked, tenant)) throw new HandoverNotFound();
      await this.credentials.change(scope, transaction, apiKey, newSecretHash(this.keys, apiSecret));
      await this.handovers.markOpened(transaction, tokenHash, {
        openedAt: nowOf(scope),
        openedFrom: address,
      });
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'key.handed-over', target: `key:${apiKey}`, after: { createdBy: handover.createdBy } },
      ]);
      return locked;
    });
    this.authenticator.forget(apiKey);
    return { credential, tenant, handover: found, apiSecret };
  }

  private async lockUnused(scope: Scope, transaction: Transaction, apiKey: string): Promise<void> {
    const credential = await this.credentials.lock(scope, transaction, apiKey);
    if (credential === null) throw new ApiKeyNotFound();
    const status = statusOf(credential, nowOf(scope));
    if (status === 'revoked' || status === 'expired') throw new ApiKeyEnded(status);
    if (credential.lastUsedAt !== null) throw new ApiKeyUsed();
  }
}

function isOffered({ expiresAt }: KeyHandover, credential: Credential, tenant: Tenant): boolean {
  const now = nowOf({ tenant });
  return (
    isAccepted(statusOf(credential, now)) &&
    tenant.status === 'active' &&
    credential.lastUsedAt === null &&
    expiresAt > now
  );
}
