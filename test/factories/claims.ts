import { SettingsService } from '../../src/progress/settings/settings.service.js';
import type { ClaimedItemDto } from '../../src/sync/claims/claims.dto.js';
import type { Answer, Body } from '../support/api-client.js';
import type { TestService, TestTenant } from '../support/service.js';

export interface ClaimAnswer {
  readonly items: ClaimedItemDto[];
  readonly count: number;
  readonly waiting: number;
}

/** Claims with this body; anything but 200 is an error. */
export async function claim(
  { sis }: TestTenant,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<ClaimAnswer> {
  const answer = await sis.post('/sync/claims', body, headers);
  if (answer.status !== 200)
    throw new Error(`the claim answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { count, waiting } = answer.body.meta as { count: number; waiting: number };
  return { items: answer.body.data as unknown as ClaimedItemDto[], count, waiting };
}

/** Claims the only item that may be handed out. */
export async function claimOne(
  tenant: TestTenant,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<ClaimedItemDto> {
  const { items } = await claim(tenant, body, headers);
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${items.length} items were handed out`);
  return item;
}

export function ackClaim(
  { sis }: TestTenant,
  { claimId, submissionId }: Pick<ClaimedItemDto, 'claimId' | 'submissionId'>,
  status = 'sent',
  more: object = {},
): Promise<Answer<Body>> {
  return sis.post('/sync/ack', { submissionId, status, claimId, ...more });
}

export function release(
  { sis }: TestTenant,
  { claimId }: Pick<ClaimedItemDto, 'claimId'>,
  body: object = {},
): Promise<Answer<Body>> {
  return sis.post(`/sync/claims/${claimId}/release`, body);
}

export function extend(
  { sis }: TestTenant,
  { claimId }: Pick<ClaimedItemDto, 'claimId'>,
  leaseSeconds = 60,
): Promise<Answer<Body>> {
  return sis.post(`/sync/claims/${claimId}/extend`, { leaseSeconds });
}

/** Changes settings of a tenant as its administrator; requests follow when their credentials are read again. */
export async function changeAsAdministrator(
  service: TestService,
  tenant: TestTenant,
  change: Parameters<SettingsService['change']>[1],
): Promise<void> {
  await service.app.get(SettingsService).change(await service.scope(tenant), change);
}
