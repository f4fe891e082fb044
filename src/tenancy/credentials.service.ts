import { Injectable } from '@nestjs/common';

import { CredentialsRepository } from './credentials.repository.js';
import type { Scope } from './scope.js';

/** The API keys of a tenant. */
@Injectable()
export class CredentialsService {
  constructor(private readonly credentials: CredentialsRepository) {}

  /** What the tenant calls these keys; a key that is not its own is not in the map. */
  labelsOf(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, string>> {
    return this.credentials.labels(scope, apiKeys);
  }
}
