import { t } from '@lingui/core/macro';
import { HttpError } from 'react-admin';

import { call, type RefusalBody } from '../api/http';
import type { FindSignOnDto, OfferingTenantDto } from '../api/openapi';

/**
 * The universities to whose domain the address belongs.
 * @throws {HttpError} when there is none, or the address is not one
 */
export async function findSignOn(email: string): Promise<readonly OfferingTenantDto[]> {
  const body: FindSignOnDto = { email };
  const { data } = await call<OfferingTenantDto[]>('POST', 'sso/find', { body });
  if (data.length > 0) return data;
  const none: RefusalBody = { code: 'NOT_FOUND' };
  throw new HttpError(
    t`No university with that e-mail domain has single sign-on; log in with a password.`,
    404,
    none,
  );
}

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
