import { call } from '../api/http';

/** Sends the browser to the university's sign-on. @throws {HttpError} when the tenant has none, or it is away */
export async function beginSignOn(tenantId: string): Promise<void> {
  const path = `sso/${encodeURIComponent(tenantId)}/start`;
  const url = `/api/v1/admin/${path}`;
  // Asked first without following: a refusal is shown here instead of a page of JSON.
  const answer = await fetch(url, { redirect: 'manual', cache: 'no-store' });
  if (answer.type !== 'opaqueredirect') await call('GET', path);
  window.location.assign(url);
}
