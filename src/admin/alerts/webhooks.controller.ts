import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';

import { MOST_WEBHOOKS } from '../../alerts/webhooks/alert-webhooks.service.js';
import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { NoMailFromSandbox, TooManyWebhooks, WebhookNotFound } from '../../errors/alerts.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  AddedWebhookDto,
  AddWebhookDto,
  WebhookDto,
  WebhookPathDto,
  WebhookTestDto,
} from './webhooks.dto.js';
import { AdminWebhooksService } from './webhooks.service.js';

@Controller('api/v1/admin/alerts/webhooks')
@RequireAdministrator()
export class AdminWebhooksController {
  constructor(private readonly webhooks: AdminWebhooksService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List the webhooks of alerts',
    description:
      'Where the messages of alerts are posted beside mail, in the order in which they were added.',
    answers: { 200: { dto: WebhookDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope): Promise<Success<WebhookDto[]>> {
    return this.webhooks.list(scope);
  }

  @Post()
  @ApiAdministration({
    summary: 'Add a webhook of alerts',
    description:
      'It gets the messages of incidents that open from now on. Its address must have a public host, or one that the ' +
      'operator has allowed, and redirections are not followed. Audited without the address.',
    answers: { 201: { dto: AddedWebhookDto } },
    refusals: ['VALIDATION_FAILED', new TooManyWebhooks(MOST_WEBHOOKS)],
  })
  add(@CurrentScope() scope: Scope, @Body() body: AddWebhookDto): Promise<Success<AddedWebhookDto>> {
    return this.webhooks.add(scope, body);
  }

  @Post(':webhookId/test')
  @ApiAdministration({
    summary: 'Send a test to a webhook of alerts',
    description:
      'At once and without quiet hours; answers what the webhook said within 10 seconds. One that was gone and takes ' +
      'it is used again. At most six a minute for a tenant. Audited.',
    answers: { 200: { dto: WebhookTestDto } },
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED', new WebhookNotFound(), new NoMailFromSandbox()],
  })
  test(
    @CurrentScope() scope: Scope,
    @Param() { webhookId }: WebhookPathDto,
  ): Promise<Success<WebhookTestDto>> {
    return this.webhooks.test(scope, webhookId);
  }

  @Delete(':webhookId')
  @ApiAdministration({
    summary: 'Remove a webhook of alerts',
    description: 'Messages that wait for it are not sent. Audited.',
    answers: { 200: { dto: WebhookDto, isList: true } },
    refusals: ['VALIDATION_FAILED', new WebhookNotFound()],
  })
  remove(
    @CurrentScope() scope: Scope,
    @Param() { webhookId }: WebhookPathDto,
  ): Promise<Success<WebhookDto[]>> {
    return this.webhooks.remove(scope, webhookId);
  }
}
