import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { workInLanes } from '../../concurrency/lanes.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { settingsOf } from '../../settings/stored-settings.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { AlertIncident } from '../entities/alert-incident.entity.js';
import type { AlertMessage, MessageWay } from '../entities/alert-message.entity.js';
import { AlertIncidentsRepository } from '../incidents/alert-incidents.repository.js';
import { AlertMessagesRepository } from '../incidents/alert-messages.repository.js';
import { isSnoozed } from '../incidents/snooze-lengths.js';
import { AlertSettingsService } from '../settings/alert-settings.service.js';
import { quietUntil } from '../settings/quiet-hours.js';
import { type AlertText, textOfAlert } from './alert-text.js';
import { pauseAfter } from './backoff.js';

/** Recipients that are looked at together; each has one message among them. */
const MOST_RECIPIENTS = 200;
/** Longer than a delivery can take: afterwards the process that tried has died. */
const CLAIM_MS = 5 * 60_000;

/** Why a message was not taken. */
export interface DeliveryProblem {
  /** In our words, at most 200 characters. */
  readonly message: string;
  /** Whether it was refused for good. */
  readonly isFinal: boolean;
  /** What else would not be taken now: nothing, what waits for the same recipient, or all that goes this way. */
  readonly stops: 'nothing' | 'recipient' | 'way';
  /** Not tried again before, where the other side has said so. */
  readonly retryAfterMs?: number;
}

/** A message that is to be sent now. */
export interface DueAlert {
  readonly message: AlertMessage;
  readonly incident: AlertIncident;
  readonly text: AlertText;
  readonly tenantName: string;
}

/**
 * The messages of incidents, whichever way they go. Every process sends; a message belongs to the one that claimed it.
 * A process that dies between the other side's answer and the next statement leaves a message that is sent again.
 */
@Injectable()
export class AlertOutbox {
  private readonly logger = new LineLogger(AlertOutbox.name);

  constructor(
    private readonly messages: AlertMessagesRepository,
    private readonly incidents: AlertIncidentsRepository,
    private readonly settings: AlertSettingsService,
    private readonly tenancy: TenancyService,
    private readonly publicUrl: PublicUrl,
    private readonly faults: FaultPoints,
  ) {}

  /**
   * Attempts what may be sent one way, until nothing is left, for about a minute. A recipient gets one message after
   * the other, so that one who is slow or takes none holds up no one else.
   * @param atOnce recipients to whom messages are sent at once
   * @param attempt @returns false when nothing more may be sent this way now
   */
  sendDue(
    way: MessageWay,
    atOnce: number,
    attempt: (message: AlertMessage) => Promise<boolean>,
  ): Promise<void> {
    return workInLanes<AlertMessage>({
      next: () => this.messages.due(way, wallTime(), MOST_RECIPIENTS),
      laneOf: ({ tenantId, recipient }) => `${tenantId}:${recipient}`,
      work: attempt,
      atOnce,
    });
  }

  /**
   * Sends a message, unless it has to wait or another process has it.
   * @param send resolves with why the message was not taken; undefined when it was
   * @returns the same; undefined also when nothing was sent
   */
  async attempt<Problem extends DeliveryProblem>(
    message: AlertMessage,
    send: (alert: DueAlert) => Promise<Problem | undefined>,
  ): Promise<Problem | undefined> {
    const now = wallTime();
    const alert = await this.alertOf(message, now);
    if (alert === undefined) return undefined;
    const claim = randomUUID();
    if (!(await this.messages.claim(message, claim, now, new Date(now.getTime() + CLAIM_MS))))
      return undefined;
    this.faults.reach('alert:claimed');
    const problem = await send(alert);
    this.faults.reach('alert:taken');
    await this.finish(message, claim, problem);
    return problem;
  }

  private async finish(
    message: AlertMessage,
    claim: string,
    problem: DeliveryProblem | undefined,
  ): Promise<void> {
    const at = wallTime();
    if (problem === undefined) {
      await this.messages.finish(message, claim, { status: 'sent', sentAt: at, dueAt: at, lastError: null });
      return;
    }
    const { tenantId, incidentId, attempts } = message;
    this.logger.warn({
      msg: 'an alert was not sent',
      tenantId,
      incidentId,
      reason: problem.message,
    });
    const { isFinal, stops, message: lastError, retryAfterMs = 0 } = problem;
    const dueAt = new Date(at.getTime() + Math.max(pauseAfter(attempts + 1), retryAfterMs));
    const status = isFinal ? 'refused' : 'waiting';
    // Before the claim ends, so that no process takes another message of the recipient meanwhile.
    if (!isFinal && stops === 'recipient') await this.messages.rest(message, dueAt);
    await this.messages.finish(message, claim, { status, sentAt: null, dueAt, lastError });
  }

  /** @returns undefined when the message may not be sent now */
  private async alertOf(message: AlertMessage, now: Date): Promise<DueAlert | undefined> {
    const { tenantId, incidentId, phase } = message;
    const tenant = await this.tenancy.findTenant(tenantId);
    const { timeZone, language } = settingsOf(tenant.emailDomain, tenant.settings);
    const { settings } = await this.settings.show({ tenantId });
    const incident = await this.incidents.find({ tenantId }, incidentId);
    if (incident === null) return undefined;
    // An incident that has ended is never snoozed: that it is over is said at once.
    const snoozeEnd = isSnoozed(incident, now) ? incident.snoozedUntil : null;
    const wait = quietUntil(settings.quietHours, timeZone, snoozeEnd ?? now) ?? snoozeEnd;
    if (wait !== null) {
      await this.messages.putOff(message, wait);
      return undefined;
    }
    const { name: tenantName } = tenant;
    const context = { tenantName, timeZone, publicUrl: this.publicUrl.value, language };
    return { message, incident, tenantName, text: textOfAlert(incident, phase, context) };
  }
}
