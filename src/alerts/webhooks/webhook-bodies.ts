import type { WebhookKind } from '../entities/alert-webhook.entity.js';
import type { AlertText } from '../outbox/alert-text.js';

/** `test`: an administrator tries the address. */
export type WebhookState = 'opened' | 'resolved' | 'test';

/** What is posted, before it has the form that the other side reads. */
export interface WebhookContent {
  /** The same in each try. */
  readonly id: string;
  readonly state: WebhookState;
  /** Null for a test. */
  readonly incident: {
    readonly id: string;
    readonly kind: string;
    readonly openedAt: Date;
    readonly endedAt: Date | null;
  } | null;
  readonly tenant: { readonly id: string; readonly name: string };
  readonly text: AlertText;
}

/** The document that programs read; docs/alerts.md has its fields. */
function plain({ id, state, incident, tenant, text }: WebhookContent): object {
  const [link] = text.links;
  return {
    id,
    state,
    kind: incident?.kind ?? null,
    incidentId: incident?.id ?? null,
    since: incident?.openedAt.toISOString() ?? null,
    endedAt: incident?.endedAt?.toISOString() ?? null,
    subject: text.subject,
    text: text.text,
    link: link?.address ?? null,
    tenantId: tenant.id,
    tenant: tenant.name,
  };
}

/** The characters that begin links and mentions in Slack. */
const OF_SLACK: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * What callers have named may stand in a text. Programs that take the same form read Markdown in it, and Slack makes
 * links of addresses: a blank of no width keeps them from links, pictures and mentions.
 */
function withoutMarkup(text: string): string {
  return text.replaceAll(/@|\](?=\()|:\/\//g, '$&\u200B');
}

function slack({ text: { subject, paragraphs, links } }: WebhookContent): object {
  const ours = links.map(({ name, address }) => `${name}: ${address}`);
  const text = [...[subject, ...paragraphs].map(withoutMarkup), ...ours].join('\n');
  return { text: text.replaceAll(/[&<>]/g, (found) => OF_SLACK[found] ?? found) };
}

/** A paragraph whose text is shown as it is: a text block would read Markdown in it. */
function paragraph(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}

/** A message with an Adaptive Card, which the workflow of Teams posts. */
function teams({ text: { subject, paragraphs, links } }: WebhookContent): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [paragraph(subject, { weight: 'Bolder' }), ...paragraphs.map((one) => paragraph(one))],
    actions: links.map(({ name, address }) => ({ type: 'Action.OpenUrl', title: name, url: address })),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

const BODIES: Readonly<Record<WebhookKind, (content: WebhookContent) => object>> = { plain, slack, teams };

/** What is posted to an address of this kind, as JSON. */
export function webhookBody(kind: WebhookKind, content: WebhookContent): string {
  return JSON.stringify(BODIES[kind](content));
}
