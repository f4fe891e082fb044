/** What an identity provider is given, and calls with it. */
export interface ScimAccess {
  /** The base address, which ends with `/scim/v2`. */
  readonly url: string;
  readonly token: string;
  /** A call below the base address, such as `/Users`, with the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function scimAccess(
  serviceUrl: string,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): ScimAccess {
  const url = `${serviceUrl.replace(/\/+$/, '')}/scim/v2`;
  const token = `${apiKey}.${apiSecret}`;
  return {
    url,
    token,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${token}`);
      if (init.body !== undefined && !headers.has('Content-Type'))
        headers.set('Content-Type', 'application/scim+json');
      return fetch(url + path, { ...init, headers });
    },
  };
}
