import type { Request } from 'express';

/** A key with what proves it, as a request shows them. */
export interface ShownCredential {
  readonly apiKey: string;
  /** The secret; from a Bearer header, an access token may stand in its place. */
  readonly proof: string;
  readonly mayBeToken: boolean;
}

const BEARER = /^bearer +([^\s.]+)\.([^\s.]+)$/i;

function headerOf({ headers }: Request, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** From `X-Service-API-Key` and `X-Service-API-Secret`; undefined when one of them is absent or blank. */
export function fromServiceHeaders(request: Request): ShownCredential | undefined {
  const apiKey = headerOf(request, 'x-service-api-key');
  const proof = headerOf(request, 'x-service-api-secret');
  return apiKey === '' || proof === '' ? undefined : { apiKey, proof, mayBeToken: false };
}

/** From `Authorization: Bearer <apiKey>.<secret or token>`; undefined without such a header. */
export function fromBearer(request: Request): ShownCredential | undefined {
  const authorization = headerOf(request, 'authorization');
  const [, apiKey, proof] = BEARER.exec(authorization) ?? [];
  if (apiKey !== undefined && proof !== undefined) return { apiKey, proof, mayBeToken: true };
  // Another text after "Bearer" is a credential that is wrong, not one that is missing.
  return /^bearer +\S/i.test(authorization)
    ? { apiKey: 'none', proof: authorization, mayBeToken: true }
    : undefined;
}
