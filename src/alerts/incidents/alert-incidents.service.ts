import { Injectable } from '@nestjs/common';

import { AlertNotFound } from '../../errors/alerts.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { AlertIncident } from '../entities/alert-incident.entity.js';
import type { AlertMessage } from '../entities/alert-message.entity.js';
import { AlertChecksRepository } from './alert-checks.repository.js';
import {
  AlertIncidentsRepository,
  type IncidentFilter,
  type IncidentRange,
} from './alert-incidents.repository.js';
import { AlertMessagesRepository } from './alert-messages.repository.js';

/** An incident with what became of its messages. */
export interface IncidentWithMessages {
  readonly incident: AlertIncident;
  readonly messages: readonly AlertMessage[];
}

/** Reads incidents. */
@Injectable()
export class AlertIncidentsService {
  constructor(
    private readonly incidents: AlertIncidentsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly checks: AlertChecksRepository,
  ) {}

  async page(
    scope: Scope,
    filter: Omit<IncidentFilter, 'now'>,
    range: IncidentRange,
  ): Promise<{ rows: IncidentWithMessages[]; total: number }> {
    const { rows, total } = await this.incidents.page(scope, { ...filter, now: nowOf(scope) }, range);
    const messages = await this.messages.of(
      scope,
      rows.map(({ id }) => id),
    );
    return {
      rows: rows.map((incident) => ({
        incident,
        messages: messages.filter(({ incidentId }) => incidentId === incident.id),
      })),
      total,
    };
  }

  /** How many need an administrator now: open, and not snoozed. */
  awakeCount(scope: Scope): Promise<number> {
    return this.incidents.awakeCount(scope, nowOf(scope));
  }

  /** @throws {AlertNotFound} when the tenant has no such incident */
  async one(scope: Scope, id: string): Promise<IncidentWithMessages> {
    const incident = await this.incidents.find(scope, id);
    if (incident === null) throw new AlertNotFound();
    return { incident, messages: await this.messages.of(scope, [id]) };
  }

  open(scope: Pick<Scope, 'tenantId'>): Promise<AlertIncident[]> {
    return this.incidents.open(scope);
  }

  /** When every kind could be checked last; null before the first time. */
  async checkedAt(scope: Pick<Scope, 'tenantId'>): Promise<Date | null> {
    return (await this.checks.find(scope))?.checkedAt ?? null;
  }

  /** Over all tenants, for the operator. */
  async overall(): Promise<{ open: ReadonlyMap<string, number>; waiting: number; failing: number }> {
    const [open, mail] = await Promise.all([this.incidents.openOfAll(), this.messages.waitingOfAll()]);
    return { open, ...mail };
  }
}
