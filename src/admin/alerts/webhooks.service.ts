import { Injectable } from '@nestjs/common';

import { AlertWebhooks } from '../../alerts/webhooks/alert-webhooks.service.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  type AddedWebhookDto,
  type AddWebhookDto,
  presentWebhook,
  type WebhookDto,
  type WebhookTestDto,
} from './webhooks.dto.js';

/** Webhooks of alerts for the administration pages. */
@Injectable()
export class AdminWebhooksService {
  constructor(private readonly webhooks: AlertWebhooks) {}

  async list(scope: Scope): Promise<Success<WebhookDto[]>> {
    return success((await this.webhooks.list(scope)).map(presentWebhook));
  }

  /** @throws {ValidationFailed} or {@link TooManyWebhooks} when it is not added */
  async add(scope: Scope, input: AddWebhookDto): Promise<Success<AddedWebhookDto>> {
    const { webhook, secret } = await this.webhooks.add(scope, input);
    return success({ ...presentWebhook(webhook), secret });
  }

  /** @throws {WebhookNotFound}, {@link NoMailFromSandbox} or {@link RateLimited} when nothing is sent */
  async test(scope: Scope, id: string): Promise<Success<WebhookTestDto>> {
    const problem = await this.webhooks.test(scope, id);
    return success({ taken: problem === null, problem });
  }

  /** @throws {WebhookNotFound} when the tenant has none of this ID */
  async remove(scope: Scope, id: string): Promise<Success<WebhookDto[]>> {
    await this.webhooks.remove(scope, id);
    return this.list(scope);
  }
}
