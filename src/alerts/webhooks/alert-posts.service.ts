import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { Limiter } from '../../concurrency/limiter.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { AlertMessage } from '../entities/alert-message.entity.js';
import { AlertMessagesRepository } from '../incidents/alert-messages.repository.js';
import { AlertOutbox, type DueAlert, retryAt } from '../outbox/alert-outbox.service.js';
import { AlertWebhooks } from './alert-webhooks.service.js';
import type { WebhookContent } from './webhook-bodies.js';
import type { WebhookProblem } from './webhook-problem.js';
import { WebhookSender } from './webhook-sender.js';

/** Webhooks that are called at once; a slow one holds up no other. */
const AT_ONCE = 8;

/** Posts the messages of incidents to webhooks. */
@Injectable()
export class AlertPosts {
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly outbox: AlertOutbox,
    private readonly webhooks: AlertWebhooks,
    private readonly messages: AlertMessagesRepository,
    private readonly sender: WebhookSender,
  ) {
    this.work = background.each('alert-posts', { run: () => this.postDue() });
  }

  private async postDue(): Promise<void> {
    const byWebhook = new Map<string, AlertMessage[]>();
    for (const message of await this.outbox.due('webhook')) {
      const name = `${message.tenantId}:${message.recipient}`;
      byWebhook.set(name, [...(byWebhook.get(name) ?? []), message]);
    }
    const limiter = new Limiter(AT_ONCE);
    await Promise.all([...byWebhook.values()].map((ofOne) => limiter.run(() => this.postAll(ofOne))));
  }

  /** One message after the other, until the webhook takes none. */
  private async postAll(ofOne: readonly AlertMessage[]): Promise<void> {
    for (const message of ofOne) {
      if (this.work.isStopping) return;
      const problem = await this.postOne(message);
      if (problem?.isOfAll === true) return;
    }
  }

  private async postOne(message: AlertMessage): Promise<WebhookProblem | undefined> {
    const { tenantId, recipient, attempts } = message;
    const webhook = await this.webhooks.inUse({ tenantId }, recipient);
    if (webhook === undefined) {
      await this.webhooks.giveUp({ tenantId }, recipient);
      return undefined;
    }
    const problem = await this.outbox.attempt(message, async (alert) => {
      const found = await this.sender.post(webhook, contentOf(alert));
      await this.webhooks.note(webhook, found);
      return found;
    });
    if (problem?.isOfAll === true && !problem.isGone)
      await this.messages.restWebhook(message, recipient, retryAt(wallTime(), attempts + 1, problem));
    return problem;
  }
}

function contentOf({ message, incident, tenantName, text }: DueAlert): WebhookContent {
  const { tenantId, incidentId, phase, recipient } = message;
  const digest = createHash('sha256')
    .update(JSON.stringify([incidentId, phase, recipient]))
    .digest('hex');
  return {
    id: `am_${digest.slice(0, 26)}`,
    state: phase === 'ended' ? 'resolved' : 'opened',
    incident: { ...incident, endedAt: phase === 'ended' ? incident.endedAt : null },
    tenant: { id: tenantId, name: tenantName },
    text,
  };
}
