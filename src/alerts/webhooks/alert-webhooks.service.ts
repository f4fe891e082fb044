import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoMailFromSandbox, TooManyWebhooks, WebhookNotFound } from '../../errors/alerts.errors.js';
import { problemIn } from '../../errors/refusal.js';
import { RateLimited, ValidationFailed } from '../../errors/request.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { isPublicHost } from '../../outgoing/private-addresses.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { RateWindows } from '../../tenancy/rate-windows/rate-windows.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { sentence } from '../../texts/sentence.js';
import type { AlertWebhook, WebhookKind } from '../entities/alert-webhook.entity.js';
import { AlertMessagesRepository } from '../incidents/alert-messages.repository.js';
import { textOfTest } from '../outbox/alert-text.js';
import { AlertWebhooksRepository } from './alert-webhooks.repository.js';
import { maskedOf, mayBePrivate, problemOfAddress } from './webhook-address.js';
import type { WebhookProblem } from './webhook-problem.js';
import { WebhookSender } from './webhook-sender.js';
import { newWebhookSecret } from './webhook-signature.js';

export const MOST_WEBHOOKS = 10;
/** Tests that a tenant may send a minute. */
const TESTS_A_MINUTE = 6;

/** A webhook as an administrator names it. */
export interface WebhookInput {
  readonly kind: WebhookKind;
  readonly name: string;
  readonly url: string;
}

/** The addresses of a tenant to which messages of alerts are posted. */
@Injectable()
export class AlertWebhooks {
  private readonly logger = new LineLogger(AlertWebhooks.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly webhooks: AlertWebhooksRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly sender: WebhookSender,
    private readonly windows: RateWindows,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  list(scope: Pick<Scope, 'tenantId'>): Promise<AlertWebhook[]> {
    return this.webhooks.list(scope);
  }

  /** The IDs of those that get messages. */
  activeIds(scope: Pick<Scope, 'tenantId'>): Promise<string[]> {
    return this.webhooks.activeIds(scope);
  }

  /**
   * @returns also the secret that signs its messages, which cannot be read again; null where they are not signed
   * @throws {ValidationFailed} when the address may not be called
   * @throws {TooManyWebhooks} when the tenant has as many as it may
   */
  async add(
    scope: Scope,
    { kind, name, url }: WebhookInput,
  ): Promise<{ webhook: AlertWebhook; secret: string | null }> {
    await this.checkAddress(url, kind);
    if ((await this.webhooks.list(scope)).length >= MOST_WEBHOOKS) throw new TooManyWebhooks(MOST_WEBHOOKS);
    const owner = { tenantId: scope.tenantId, id: `aw_${randomBytes(13).toString('hex')}` };
    const secret = kind === 'plain' ? newWebhookSecret() : null;
    const webhook: AlertWebhook = {
      ...owner,
      kind,
      name,
      masked: maskedOf(url),
      ...this.sender.seal(owner, url, secret),
      createdAt: nowOf(scope),
      goneAt: null,
      problem: null,
      problemAt: null,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.webhooks.add(transaction, webhook);
      const change = { before: null, after: recorded(webhook) };
      await this.audit.record(scope, [{ ...acted('alerts.webhook-added', scope), ...change }], transaction);
    });
    return { webhook, secret };
  }

  /** Removes a webhook; what waits for it is not sent. @throws {WebhookNotFound} when the tenant has none of this ID */
  async remove(scope: Scope, id: string): Promise<void> {
    const webhook = await this.one(scope, id);
    await this.unitOfWork.run(async (transaction) => {
      await this.webhooks.remove(scope, transaction, id);
      await this.messages.refuseWebhook(scope, transaction, id, 'The webhook was removed.');
      const change = { before: recorded(webhook), after: null };
      await this.audit.record(scope, [{ ...acted('alerts.webhook-removed', scope), ...change }], transaction);
    });
  }

  /**
   * Sends a message at once, by which an administrator tries a webhook. One that was gone and takes it is used again.
   * @returns why it was not taken, in our words; null when it was
   * @throws {WebhookNotFound}, {@link NoMailFromSandbox}, or {@link RateLimited} beyond six a minute
   */
  async test(scope: Scope, id: string): Promise<string | null> {
    if (isSandboxId(scope.tenantId)) throw new NoMailFromSandbox();
    const webhook = await this.one(scope, id);
    const subject = `tests of webhooks of ${scope.tenantId}`;
    const { isAdmitted, msLeft } = await this.windows.take([{ subject, limit: TESTS_A_MINUTE }]);
    if (!isAdmitted) throw new RateLimited(Math.max(1, Math.ceil(msLeft / 1000)));
    const { name } = await this.tenancy.findTenant(scope.tenantId);
    const entry = { ...acted('alerts.webhook-tested', scope), after: recorded(webhook) };
    // Before the message, so that none is sent that is not recorded.
    await this.unitOfWork.run((transaction) => this.audit.record(scope, [entry], transaction));
    const problem = await this.sender.post(webhook, {
      id: `am_${randomBytes(13).toString('hex')}`,
      state: 'test',
      incident: null,
      tenant: { id: scope.tenantId, name },
      text: textOfTest(name, scope.tenant.language),
    });
    await this.note(webhook, problem);
    return problem?.message ?? null;
  }

  /** The webhook that a message is for, if messages go to it. */
  async inUse(scope: Pick<Scope, 'tenantId'>, id: string): Promise<AlertWebhook | undefined> {
    const found = await this.webhooks.find(scope, id);
    return found === null || found.goneAt !== null ? undefined : found;
  }

  /** Writes how a webhook has answered, where that is new. One that is gone gets nothing that waits for it. */
  async note(webhook: AlertWebhook, problem: WebhookProblem | undefined): Promise<void> {
    if (problem === undefined && webhook.problem === null && webhook.goneAt === null) return;
    const { tenantId, id } = webhook;
    const at = wallTime();
    const isGone = problem?.isGone ?? false;
    const goneAt = problem === undefined ? null : isGone ? (webhook.goneAt ?? at) : webhook.goneAt;
    const health = {
      goneAt,
      problem: problem?.message ?? null,
      problemAt: problem === undefined ? null : at,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.webhooks.note(webhook, transaction, id, health);
      if (isGone) await this.messages.refuseWebhook(webhook, transaction, id, health.problem ?? '');
    });
    if (isGone && webhook.goneAt === null)
      this.logger.warn({
        msg: 'a webhook of alerts is gone, and gets no messages any more',
        tenantId,
        webhookId: id,
        reason: health.problem,
      });
  }

  /** Gives up what waits for a webhook that is gone, or is no more. */
  async giveUp(scope: Pick<Scope, 'tenantId'>, id: string): Promise<void> {
    await this.unitOfWork.run((transaction) =>
      this.messages.refuseWebhook(scope, transaction, id, 'The webhook is not in use any more.'),
    );
  }

  private async one(scope: Scope, id: string): Promise<AlertWebhook> {
    const found = await this.webhooks.find(scope, id);
    if (found === null) throw new WebhookNotFound();
    return found;
  }

  /** Where an address leads is also checked each time that it is called; here, so that it is not stored in vain. */
  private async checkAddress(text: string, kind: WebhookKind): Promise<void> {
    const { webhookPrivateHosts } = this.config;
    const problem = problemOfAddress(text, kind, webhookPrivateHosts);
    if (problem !== undefined) throw new ValidationFailed([problemIn('url', 'isWebhookAddress', problem)]);
    const url = new URL(text);
    if (mayBePrivate(url, webhookPrivateHosts) || (await isPublicHost(url))) return;
    const isPrivate = sentence(
      'must have a host with public addresses, or one that the operator of the service has allowed',
    );
    throw new ValidationFailed([problemIn('url', 'isPublicHost', isPrivate)]);
  }
}

function acted(action: string, { tenantId }: Scope): { action: string; target: string } {
  return { action, target: `tenant:${tenantId}` };
}

/** What the audit log says of a webhook, without its address. */
function recorded({ id, kind, name, masked }: AlertWebhook): Record<string, unknown> {
  return { id, kind, name, address: masked };
}
