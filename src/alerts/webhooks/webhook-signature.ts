import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret in the form of the Standard Webhooks: 256 random bits. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What is signed. */
export interface SignedContent {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers by which a receiver knows a message again and, with the secret, that it is ours and of now. */
export function webhookHeaders(
  { id, at, body }: SignedContent,
  secret: string | undefined,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === undefined) return headers;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${mac}` };
}
