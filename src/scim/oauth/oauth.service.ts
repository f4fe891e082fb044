import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { MissingClient, MissingGrant, UnsupportedGrant } from '../../errors/oauth.errors.js';
import { InsufficientScope } from '../../errors/tenancy.errors.js';
import { issueToken, TOKEN_SECONDS } from '../../tenancy/access/access-tokens.js';
import { AuthFailures } from '../../tenancy/access/auth-failures.js';
import { Authenticator } from '../../tenancy/access/authenticator.js';
import { RequestLimits } from '../../tenancy/access/request-limits.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { isObject } from '../schema/resource.js';

/** A token as RFC 6749, 5.1 answers it. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}

interface Client {
  readonly apiKey: string;
  readonly proof: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Key and secret are form-encoded within Basic (RFC 6749, 2.3.1). */
function clientByBasic({ headers }: Request): Client | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  return { apiKey: decoded(text.slice(0, colon)), proof: decoded(text.slice(colon + 1)) };
}

function clientInBody(body: Readonly<Record<string, unknown>>): Client | undefined {
  const { client_id: apiKey, client_secret: proof } = body;
  const isGiven = typeof apiKey === 'string' && typeof proof === 'string' && apiKey !== '' && proof !== '';
  return isGiven ? { apiKey, proof } : undefined;
}

/** Gives access tokens for keys of scope `scim` (contract, section 10). */
@Injectable()
export class OAuthService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: AuthFailures,
    private readonly limits: RequestLimits,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * A token of an hour for the key that the request shows.
   * @throws {MissingClient} when it shows none, {@link InvalidCredentials} when it is not valid
   * @throws {InsufficientScope} when the key is for no identity provider
   * @throws {MissingGrant} without a grant, {@link UnsupportedGrant} for another one
   */
  async token(request: Request, response: Response): Promise<TokenAnswer> {
    const body = isObject(request.body) ? request.body : {};
    const client = clientByBasic(request) ?? clientInBody(body);
    if (client === undefined) throw new MissingClient();
    const { apiKey } = client;
    const proven = await this.authenticator.authenticate(
      { ...client, mayBeToken: false },
      {
        proven: ({ tenant, settings }) => {
          const { timeZone, clock } = settings;
          request.caller = { tenantId: tenant.id, actor: `key:${apiKey}`, timeZone, clock };
        },
        wrongSecret: ({ tenant, settings }) => {
          request.wronglyNamed = { tenantId: tenant.id, actor: `key:${apiKey}`, timeZone: settings.timeZone };
        },
        refused: () => this.failures.record(request.clientAddress, apiKey),
      },
    );
    const { credential, settings } = proven;
    if (!credential.scopes.split(',').includes('scim')) throw new InsufficientScope('scim');
    await this.limits.count(credential, settings, response);
    const grant = body['grant_type'] ?? '';
    if (grant === '') throw new MissingGrant();
    if (grant !== 'client_credentials') throw new UnsupportedGrant();
    const token = issueToken(this.keys, credential, nowOf({ tenant: settings }));
    return { access_token: `${apiKey}.${token}`, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
  }
}
