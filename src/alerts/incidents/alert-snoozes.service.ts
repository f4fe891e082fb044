import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { AlertEnded, AlertNotFound } from '../../errors/alerts.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { AlertIncident } from '../entities/alert-incident.entity.js';
import { AlertIncidentsRepository, NO_SNOOZE } from './alert-incidents.repository.js';
import { AlertMessagesRepository } from './alert-messages.repository.js';
import { isSnoozed, snoozeEnd, type SnoozeLength } from './snooze-lengths.js';

/** Silences open incidents for a while. A snooze ends with its moment, with the incident, or when it is woken. */
@Injectable()
export class AlertSnoozes {
  constructor(
    private readonly incidents: AlertIncidentsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Silences an incident from now on; a snooze that it has is replaced.
   * @throws {AlertNotFound} when the tenant has no such incident
   * @throws {AlertEnded} when it is not open
   */
  async snooze(scope: Scope, id: string, length: SnoozeLength, note: string | null): Promise<void> {
    const now = nowOf(scope);
    const until = snoozeEnd(length, scope.tenant.timeZone, now);
    await this.unitOfWork.run(async (transaction) => {
      const incident = await this.incidents.lockOne(scope, transaction, id);
      if (incident === null) throw new AlertNotFound();
      if (incident.endedAt !== null) throw new AlertEnded();
      const snooze = { snoozedUntil: until, snoozedAt: now, snoozedBy: scope.actor, snoozeNote: note };
      await this.incidents.snooze(scope, transaction, id, snooze);
      // A message that waits for the end of a longer one is put off again, to the new end.
      await this.messages.wakeOne(scope, transaction, id, now);
      const after = { kind: incident.kind, until: until.toISOString(), note };
      await this.audit.record(scope, [{ action: 'alert.snoozed', target: targetOf(id), after }], transaction);
    });
  }

  /**
   * Ends a snooze, if there is one; a message that waited for its end is sent.
   * @throws {AlertNotFound} when the tenant has no such incident
   */
  async wake(scope: Scope, id: string): Promise<{ isChanged: boolean }> {
    const now = nowOf(scope);
    return this.unitOfWork.run(async (transaction) => {
      const incident = await this.incidents.lockOne(scope, transaction, id);
      if (incident === null) throw new AlertNotFound();
      if (!isSnoozed(incident, now)) return { isChanged: false };
      // Its end stays known: from then on the message of the opening is tried for as long as others.
      await this.incidents.snooze(scope, transaction, id, { ...NO_SNOOZE, snoozedUntil: now });
      await this.messages.wakeOne(scope, transaction, id, now);
      const before = beforeOf(incident);
      await this.audit.record(scope, [{ action: 'alert.woken', target: targetOf(id), before }], transaction);
      return { isChanged: true };
    });
  }
}

function targetOf(id: string): string {
  return `alert:${id}`;
}

function beforeOf({ kind, snoozedUntil, snoozeNote }: AlertIncident): Record<string, unknown> {
  return { kind, until: snoozedUntil?.toISOString() ?? null, note: snoozeNote };
}
