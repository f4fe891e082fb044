import { call } from '../api/http';

/**
 * Sends the browser to the tenant's single sign-on.
 * @throws {HttpError} when there is none, or it cannot be reached
 */
export async function beginSignOn(tenantId: string): Promise<void> {
  const path = `sso/${encodeURIComponent(tenantId)}/start`;
  const url = `/api/v1/admin/${path}`;
  // Requested first without following the redirect: a refusal is then shown on this page instead of as JSON.
  const answer = await fetch(url, { redirect: 'manual', cache: 'no-store' });
  if (answer.type !== 'opaqueredirect') await call('GET', path);
  window.location.assign(url);
}
