import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import { KeyUseService } from '../../request-log/key-use/key-use.service.js';
import type { ConnectionSettings } from '../../tenancy/connection.js';
import type { Credential } from '../../tenancy/credentials/credential.entity.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { KeyHandover } from '../../tenancy/handovers/key-handover.entity.js';
import { KeyHandoversService } from '../../tenancy/handovers/key-handovers.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, onlyRowOf, pageRangeOf } from '../../http/lists/list-query.js';
import {
  type CreateHandoverDto,
  DEFAULT_HANDOVER_HOURS,
  type IssuedHandoverDto,
  presentIssuedHandover,
} from './handovers.dto.js';
import {
  type HandoverDto,
  type KeyActivityDto,
  type NeighbourKeyDto,
  presentHandover,
  presentNeighbour,
  presentUse,
} from './key-activity.dto.js';
import {
  type ApiKeyDto,
  type CreateKeyDto,
  DEFAULT_OVERLAP_HOURS,
  type IssuedKeyDto,
  type KeysQueryDto,
  presentKey,
  type RotatedKeyDto,
  type RotateKeyDto,
} from './keys.dto.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** @throws {ValidationFailed} when the time is in the past */
function expiryOf(scope: Scope, expiresAt: string | null | undefined): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const at = new Date(expiresAt);
  if (at > nowOf(scope)) return at;
  throw new ValidationFailed([problemIn('expiresAt', 'isFuture', sentence('must lie in the future'))]);
}

/** @throws {ValidationFailed} when the key is for no identity provider */
function connectionOf({ scopes, connection }: CreateKeyDto): Partial<ConnectionSettings> | undefined {
  if (connection === null || connection === undefined) return undefined;
  if (!scopes.includes('scim')) {
    const rule = sentence('is for keys with the scope scim');
    throw new ValidationFailed([problemIn('connection', 'isScim', rule)]);
  }
  const given = Object.entries(connection).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}

/** The API keys of the administrator's own tenant, as the pages show them. */
@Injectable()
export class KeysService {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly handovers: KeyHandoversService,
    private readonly uses: KeyUseService,
    private readonly labels: ActorLabels,
  ) {}

  async list(scope: Scope, query: KeysQueryDto): Promise<Success<ApiKeyDto[]>> {
    const { status, q, sort, order } = query;
    const page = await this.credentials.page(scope, { status, q, sort, order, ...pageRangeOf(query) });
    return listed(await this.present(scope, page.rows), page.total, query);
  }

  /** @throws {ApiKeyNotFound} when the tenant has no such key */
  async show(scope: Scope, apiKey: string): Promise<Success<ApiKeyDto>> {
    return success(await this.presentOne(scope, await this.credentials.find(scope, apiKey)));
  }

  /** @throws {ValidationFailed} when the expiry is in the past, or a connection has no scope */
  async create(scope: Scope, input: CreateKeyDto): Promise<Success<IssuedKeyDto>> {
    const { label, scopes, rateLimit = null } = input;
    const expiresAt = expiryOf(scope, input.expiresAt);
    const connection = connectionOf(input);
    const issued = await this.credentials.create(scope, {
      label,
      scopes,
      rateLimit,
      expiresAt,
      ...(connection === undefined ? {} : { connection }),
    });
    return success({ ...(await this.presentOne(scope, issued.credential)), apiSecret: issued.apiSecret });
  }

  /**
   * @throws {ApiKeyNotFound} when the tenant has no such key
   * @throws {ApiKeyEnded} when the key is revoked or has expired
   */
  async rotate(scope: Scope, apiKey: string, input: RotateKeyDto): Promise<Success<RotatedKeyDto>> {
    const hours = input.overlapHours ?? DEFAULT_OVERLAP_HOURS;
    const { credential, apiSecret, previous } = await this.credentials.rotate(scope, apiKey, hours);
    const shown = await this.presentOne(scope, credential);
    return success({ ...shown, apiSecret, previous: await this.presentOne(scope, previous) });
  }

  /** @throws {ApiKeyNotFound} when the tenant has no such key */
  async revoke(scope: Scope, apiKey: string): Promise<Success<ApiKeyDto>> {
    return success(await this.presentOne(scope, await this.credentials.revoke(scope, apiKey)));
  }

  /**
   * How the key was used, what it replaced and what replaces it.
   * @throws {ApiKeyNotFound} when the tenant has no such key
   */
  async activity(scope: Scope, apiKey: string): Promise<Success<KeyActivityDto>> {
    const credential = await this.credentials.find(scope, apiKey);
    const { predecessor, successor } = await this.credentials.neighbours(scope, credential);
    const near = [predecessor, successor].flatMap((key) => (key === null ? [] : [key.apiKey]));
    const [use, lastUses, handover] = await Promise.all([
      this.uses.of(scope, apiKey),
      this.uses.lastUses(scope, near),
      this.handovers.latestOf(scope, apiKey),
    ]);
    const neighbour = (key: Credential | null): NeighbourKeyDto | null =>
      key === null ? null : presentNeighbour(key, lastUses.get(key.apiKey), nowOf(scope));
    return success({
      ...presentUse(use),
      predecessor: neighbour(predecessor),
      successor: neighbour(successor),
      handover: handover === undefined ? null : await this.presentHandover(scope, handover),
    });
  }

  /**
   * @throws {ApiKeyNotFound} when the tenant has no such key
   * @throws {ApiKeyEnded} when the key is revoked or has expired
   * @throws {ApiKeyUsed} when the key was used
   */
  async handOver(
    scope: Scope,
    apiKey: string,
    input: CreateHandoverDto,
  ): Promise<Success<IssuedHandoverDto>> {
    const hours = input.hours ?? DEFAULT_HANDOVER_HOURS;
    return success(presentIssuedHandover(await this.handovers.create(scope, apiKey, hours)));
  }

  private async presentHandover(scope: Scope, handover: KeyHandover): Promise<HandoverDto> {
    const { createdBy } = handover;
    return presentHandover(handover, await this.labels.one(scope, createdBy));
  }

  private async presentOne(scope: Scope, credential: Credential): Promise<ApiKeyDto> {
    return onlyRowOf(await this.present(scope, [credential]));
  }

  private async present(scope: Scope, credentials: readonly Credential[]): Promise<ApiKeyDto[]> {
    const labelOf = await this.labels.of(scope, credentials, ({ createdBy }) => createdBy);
    return credentials.map((credential) => presentKey(credential, { labelOf, now: nowOf(scope) }));
  }
}
