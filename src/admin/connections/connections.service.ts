import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import { type ConnectionRowDto, presentConnection } from '../../scim/connections/connection.dto.js';
import { ConnectionsService } from '../../scim/connections/connections.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { listed, partOf } from '../../http/lists/list-query.js';
import {
  type ChangeConnectionDto,
  type ConnectionDetailDto,
  type ConnectionsQueryDto,
  type CreateConnectionDto,
  type CreatedConnectionDto,
  presentRefusal,
} from './connections.dto.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** The connections of the administrator's own tenant. */
@Injectable()
export class AdminConnectionsService {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly credentials: CredentialsService,
    private readonly publicUrl: PublicUrl,
  ) {}

  async list(scope: Scope, query: ConnectionsQueryDto): Promise<Success<ConnectionRowDto[]>> {
    const all = await this.connections.list(scope);
    const page = partOf(all, query, ({ label, id }) => `${label} ${id}`);
    return listed(
      page.map((one) => presentConnection(one, nowOf(scope))),
      all.length,
      query,
    );
  }

  async create(scope: Scope, input: CreateConnectionDto): Promise<Success<CreatedConnectionDto>> {
    const { label, ...settings } = input;
    const given = Object.entries(settings).filter(([, value]) => value !== null);
    const connection = Object.fromEntries(given);
    const issued = await this.credentials.create(scope, { label, scopes: ['scim'], connection });
    const { apiKey } = issued.credential;
    const created = presentConnection(await this.connections.get(scope, apiKey), nowOf(scope));
    const url = `${this.publicUrl.value}/scim/v2`;
    return success({ ...created, url, token: `${apiKey}.${issued.apiSecret}` });
  }

  /** @throws {ConnectionNotFound} when the tenant has no such connection */
  async show(scope: Scope, id: string): Promise<Success<ConnectionDetailDto>> {
    const connection = presentConnection(await this.connections.get(scope, id), nowOf(scope));
    const refusals = await this.connections.refusals(scope, id);
    return success({ ...connection, refusals: refusals.map(presentRefusal) });
  }

  /**
   * @throws {ConnectionNotFound} when the tenant has no such connection
   * @throws {ValidationFailed} when the label would be cleared
   */
  async change(scope: Scope, id: string, input: ChangeConnectionDto): Promise<Success<ConnectionRowDto>> {
    const { label, ...settings } = input;
    if (label === null) {
      const rule = sentence('cannot be cleared; give the connection another name');
      throw new ValidationFailed([problemIn('label', 'isText', rule)]);
    }
    const changed = await this.connections.change(scope, id, { ...settings, label });
    return success(presentConnection(changed, nowOf(scope)));
  }
}
