import { t } from '@lingui/core/macro';

import type { WebhookDto } from '../api/openapi';
import type { Option } from '../ui/options';

export type WebhookKind = WebhookDto['kind'];

export const WEBHOOK_KINDS: readonly Option<WebhookKind>[] = [
  { value: 'teams', label: t`Microsoft Teams` },
  { value: 'slack', label: t`Slack` },
  { value: 'plain', label: t`Another system (JSON, signed)` },
];

/** What is to be done on the other side. */
export const WEBHOOK_HINTS: Readonly<Record<WebhookKind, string>> = {
  teams: t`In the channel: Workflows, “Send webhook alerts to a channel”. Copy the address that it shows.`,
  slack: t`In Slack: an app with Incoming Webhooks, and a webhook of the channel. Copy its address.`,
  plain: t`The address of a program that takes JSON by POST.`,
};

export function webhookKindWords(kind: WebhookKind): string {
  return WEBHOOK_KINDS.find(({ value }) => value === kind)?.label ?? kind;
}
