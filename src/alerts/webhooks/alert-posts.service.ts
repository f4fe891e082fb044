import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { AlertMessage } from '../entities/alert-message.entity.js';
import { AlertOutbox, type DueAlert } from '../outbox/alert-outbox.service.js';
import { AlertWebhooks } from './alert-webhooks.service.js';
import type { WebhookContent } from './webhook-bodies.js';
import { WebhookSender } from './webhook-sender.js';

/** A tenant has ten webhooks at most: those of one that do not answer leave places for others. */
const AT_ONCE = 50;

/** Posts the messages of incidents to webhooks. */
@Injectable()
export class AlertPosts {
  constructor(
    background: Background,
    private readonly outbox: AlertOutbox,
    private readonly webhooks: AlertWebhooks,
    private readonly sender: WebhookSender,
  ) {
    const work = background.each('alert-posts', {
      run: () =>
        outbox.sendDue('webhook', AT_ONCE, async (message) => {
          if (!work.isStopping) await this.post(message);
          return !work.isStopping;
        }),
    });
  }

  private async post(message: AlertMessage): Promise<void> {
    const { tenantId, recipient } = message;
    const webhook = await this.webhooks.inUse({ tenantId }, recipient);
    if (webhook === undefined) {
      await this.webhooks.giveUp({ tenantId }, recipient);
      return;
    }
    await this.outbox.attempt(message, async (alert) => {
      const problem = await this.sender.post(webhook, contentOf(alert));
      await this.webhooks.note(webhook, problem);
      return problem;
    });
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
