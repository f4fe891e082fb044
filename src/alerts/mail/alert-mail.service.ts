import { createHash, randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { PublicUrl } from '../../config/public-url.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { settingsOf } from '../../settings/stored-settings.js';
import type { AlertMessage } from '../entities/alert-message.entity.js';
import { AlertIncidentsRepository } from '../incidents/alert-incidents.repository.js';
import { AlertMessagesRepository } from '../incidents/alert-messages.repository.js';
import { isSnoozed } from '../incidents/snooze-lengths.js';
import { AlertSettingsService } from '../settings/alert-settings.service.js';
import { quietUntil } from '../settings/quiet-hours.js';
import { textOfAlert } from './alert-text.js';
import { pauseAfter } from './backoff.js';
import { type MailProblem, mailProblemOf } from './mail-problem.js';
import { type Mail, MailSender } from './mail-sender.js';

const AT_ONCE = 50;
/** Longer than a delivery can take: afterwards the process that tried has died. */
const CLAIM_MS = 5 * 60_000;

/**
 * Sends the messages of incidents. Every process does; a message belongs to the one that claimed it. A process that
 * dies between the mail server's answer and the next statement leaves a message that is sent again.
 */
@Injectable()
export class AlertMail {
  private readonly logger = new LineLogger(AlertMail.name);
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly messages: AlertMessagesRepository,
    private readonly incidents: AlertIncidentsRepository,
    private readonly settings: AlertSettingsService,
    private readonly tenancy: TenancyService,
    private readonly sender: MailSender,
    private readonly publicUrl: PublicUrl,
    private readonly faults: FaultPoints,
  ) {
    this.work = background.each('alert-mail', {
      run: () => (sender.isSet ? this.sendDue() : Promise.resolve()),
    });
  }

  /** Stops at the first message that the mail server could not take, as it would not take others. */
  private async sendDue(): Promise<void> {
    for (const message of await this.messages.due(wallTime(), AT_ONCE)) {
      if (this.work.isStopping) return;
      const problem = await this.sendOne(message);
      if (problem !== undefined && !problem.isFinal) return;
    }
  }

  /** @returns why the message was not taken; undefined when it was, or need not be sent now */
  private async sendOne(message: AlertMessage): Promise<MailProblem | undefined> {
    const now = wallTime();
    const mail = await this.mailOf(message, now);
    if (mail === undefined) return undefined;
    const claim = randomUUID();
    if (!(await this.messages.claim(message, claim, now, new Date(now.getTime() + CLAIM_MS))))
      return undefined;
    this.faults.reach('alert:claimed');
    const problem = await this.sender.send(mail).then(() => undefined, mailProblemOf);
    this.faults.reach('alert:taken');
    const at = wallTime();
    if (problem === undefined) {
      await this.messages.finish(message, claim, { status: 'sent', sentAt: at, dueAt: at, lastError: null });
      return undefined;
    }
    const { tenantId, incidentId, attempts } = message;
    this.logger.warn({
      msg: 'an alert was not sent',
      tenantId,
      incidentId,
      reason: problem.message,
    });
    await this.messages.finish(message, claim, {
      status: problem.isFinal ? 'refused' : 'waiting',
      sentAt: null,
      dueAt: new Date(at.getTime() + pauseAfter(attempts + 1)),
      lastError: problem.message,
    });
    return problem;
  }

  /** @returns undefined when the message may not be sent now */
  private async mailOf(message: AlertMessage, now: Date): Promise<Mail | undefined> {
    const { tenantId, incidentId, phase, recipient } = message;
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
    const context = { tenantName: tenant.name, timeZone, publicUrl: this.publicUrl.value, language };
    const idOf = (of: string): string => messageId([incidentId, of, recipient], this.sender.domain);
    return {
      to: recipient,
      ...textOfAlert(incident, phase, context),
      id: idOf(phase),
      ...(phase === 'ended' ? { follows: idOf('opened') } : {}),
    };
  }
}

function messageId(parts: readonly string[], domain: string): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  return `<alert.${digest}@${domain}>`;
}
