import { Injectable } from '@nestjs/common';

import { AlertTokenRefused } from '../errors/alerts.errors.js';
import { TenantSuspended } from '../errors/tenancy.errors.js';
import { AuthFailures } from '../tenancy/access/auth-failures.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import type { AlertPageDto } from './alerts.dto.js';
import { AlertIncidentsService } from './incidents/alert-incidents.service.js';
import { isSnoozed } from './incidents/snooze-lengths.js';
import { specOf } from './kinds/kinds.js';
import { AlertSettingsService } from './settings/alert-settings.service.js';

const FRESH_MS = 10 * 60_000;

/** What a monitoring system shows, and asks about. */
export interface PageQuery {
  readonly token: string;
  readonly kind?: string | undefined;
  /** The address of the client. */
  readonly address: string;
}

/** The page for monitoring systems, which a token of the tenant opens. */
@Injectable()
export class AlertPageService {
  constructor(
    private readonly settings: AlertSettingsService,
    private readonly incidents: AlertIncidentsService,
    private readonly tenancy: TenancyService,
    private readonly failures: AuthFailures,
  ) {}

  /**
   * @throws {AlertTokenRefused} when the token opens no page
   * @throws {RateLimited} when the client has shown too many of those
   * @throws {TenantSuspended} when the tenant is suspended
   */
  async read({ token, kind, address }: PageQuery): Promise<AlertPageDto> {
    const tenantId = await this.settings.tenantOfToken(token);
    if (tenantId === undefined) {
      await this.failures.record(address, 'alerts');
      throw new AlertTokenRefused();
    }
    const tenant = await this.tenancy.findTenant(tenantId);
    if (tenant.status === 'suspended') throw new TenantSuspended();
    const scope = { tenantId };
    const [all, checkedAt] = [await this.incidents.open(scope), await this.incidents.checkedAt(scope)];
    const open = all.filter((incident) => kind === undefined || incident.kind === kind);
    const now = nowOf({ tenant });
    const isFresh = checkedAt !== null && now.getTime() - checkedAt.getTime() < FRESH_MS;
    const isAlert = open.some((incident) => !isSnoozed(incident, now));
    return {
      status: isAlert ? 'alert' : isFresh ? 'ok' : 'unchecked',
      checkedAt: checkedAt?.toISOString() ?? null,
      open: open.map((incident) => ({
        kind: incident.kind,
        title: specOf(incident.kind)?.title ?? incident.kind,
        since: incident.openedAt.toISOString(),
        facts: incident.facts,
        snoozedUntil: isSnoozed(incident, now) ? (incident.snoozedUntil?.toISOString() ?? null) : null,
      })),
    };
  }
}
