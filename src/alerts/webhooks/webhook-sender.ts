import { Inject, Injectable } from '@nestjs/common';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { guardedFetch } from '../../outgoing/guarded-fetch.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { AlertWebhook } from '../entities/alert-webhook.entity.js';
import { mayBePrivate } from './webhook-address.js';
import { webhookBody, type WebhookContent } from './webhook-bodies.js';
import { problemOfAnswer, problemOfFailure, type WebhookProblem } from './webhook-problem.js';
import { webhookHeaders } from './webhook-signature.js';

const UNREADABLE: WebhookProblem = {
  message: 'The address of the webhook was stored under another server key: add it again.',
  isFinal: false,
  isGone: false,
  stops: 'recipient',
};

type Owner = Pick<AlertWebhook, 'tenantId' | 'id'>;

/** The secret columns of a webhook. */
type Sealed = Pick<AlertWebhook, 'sealedUrl' | 'sealedSecret'>;

function ownerOf({ tenantId = '', id = '' }: Partial<Owner>): string {
  return `${tenantId}:${id}`;
}

/** Posts messages to webhooks, whose addresses it alone can read. */
@Injectable()
export class WebhookSender {
  private readonly box: SecretBox;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    columns: SealedColumns,
  ) {
    const ofWebhooks = {
      table: 'alert_webhooks',
      key: ['tenantId', 'id'],
      purpose: 'webhooks of alerts',
      ownerOf,
    };
    this.box = columns.declare({ ...ofWebhooks, kind: 'addresses of webhooks', column: 'sealedUrl' });
    columns.declare({ ...ofWebhooks, kind: 'secrets of webhooks', column: 'sealedSecret' });
  }

  seal(owner: Owner, url: string, secret: string | null): Sealed {
    const name = ownerOf(owner);
    return {
      sealedUrl: this.box.seal(name, url),
      sealedSecret: secret === null ? null : this.box.seal(name, secret),
    };
  }

  /** Posts once, within 10 seconds. @returns why the message was not taken; undefined when it was */
  async post(webhook: AlertWebhook, content: WebhookContent): Promise<WebhookProblem | undefined> {
    const owner = ownerOf(webhook);
    const url = this.box.open(owner, webhook.sealedUrl);
    const secret = webhook.sealedSecret === null ? undefined : this.box.open(owner, webhook.sealedSecret);
    if (url === undefined || (webhook.sealedSecret !== null && secret === undefined)) return UNREADABLE;
    const at = wallTime();
    const body = webhookBody(webhook.kind, content);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'integration-api',
      ...webhookHeaders({ id: content.id, at, body }, secret),
    };
    const guard = { mayBePrivate: mayBePrivate(new URL(url), this.config.webhookPrivateHosts) };
    try {
      return problemOfAnswer(await guardedFetch(guard)(url, { method: 'POST', headers, body }), wallTime());
    } catch (error) {
      return problemOfFailure(error);
    }
  }
}
