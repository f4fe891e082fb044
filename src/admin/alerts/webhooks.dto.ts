import { ApiProperty } from '@nestjs/swagger';

import {
  type AlertWebhook,
  WEBHOOK_KINDS,
  type WebhookKind,
} from '../../alerts/entities/alert-webhook.entity.js';
import { OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';

const WEBHOOK_ID = /^aw_[0-9a-f]{26}$/;
const EXAMPLE = 'aw_00112233445566778899aabbcc';
const KIND =
  'teams: a workflow of Microsoft Teams that begins with a webhook request, which is given an Adaptive Card; slack: ' +
  'an incoming webhook of Slack, or of what takes the same text; plain: a JSON document, signed';

export class WebhookPathDto {
  @Pattern(WEBHOOK_ID, 'must be the id of a webhook', { required: true, example: EXAMPLE })
  webhookId!: string;
}

export class AddWebhookDto {
  @OneOf(WEBHOOK_KINDS, { required: true, description: KIND, example: 'slack' })
  kind!: WebhookKind;

  @Text(100, { required: true, description: 'What administrators call it', example: '#it-operations' })
  name!: string;

  @Text(2000, {
    required: true,
    description: 'https://…, which is kept as a secret and not shown again',
    example: 'https://hooks.slack.com/services/T00/B00/XXXX',
  })
  url!: string;
}

/** A webhook without its secrets. */
export class WebhookDto {
  @ApiProperty({ example: EXAMPLE })
  id!: string;

  @ApiProperty({ enum: [...WEBHOOK_KINDS], description: KIND })
  kind!: WebhookKind;

  @ApiProperty({ example: '#it-operations' })
  name!: string;

  @ApiProperty({
    description: 'The host of the address, and its last characters where that leaves enough out',
    example: 'hooks.slack.com/…Ab3x',
  })
  address!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Since when it answers that it is no more (404, 410), and gets no messages; null while it is used',
  })
  goneAt!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it did not take the last message; null when it did, or was sent none',
    example: 'The webhook answered 503.',
  })
  problem!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  problemAt!: string | null;
}

export class AddedWebhookDto extends WebhookDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Shown once, of the kind plain: verifies the header webhook-signature, as the Standard Webhooks say; else null',
    example: `whsec_${'A'.repeat(43)}=`,
  })
  secret!: string | null;
}

/** The answer of a webhook to a test. */
export class WebhookTestDto {
  @ApiProperty({ description: 'Whether it answered with 2xx' })
  taken!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why not; null when it was taken',
    example: 'The webhook did not answer in time.',
  })
  problem!: string | null;
}

export function presentWebhook(webhook: AlertWebhook): WebhookDto {
  const { id, kind, name, masked, createdAt, goneAt, problem, problemAt } = webhook;
  return {
    id,
    kind,
    name,
    address: masked,
    createdAt: createdAt.toISOString(),
    goneAt: goneAt?.toISOString() ?? null,
    problem,
    problemAt: problemAt?.toISOString() ?? null,
  };
}
