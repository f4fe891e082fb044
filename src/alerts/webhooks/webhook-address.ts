import { hostOf } from '../../outgoing/private-addresses.js';
import { type Sentence, sentence } from '../../texts/sentence.js';
import type { WebhookKind } from '../entities/alert-webhook.entity.js';

const MOST_CHARACTERS = 2000;
const SHOWN_CHARACTERS = 4;
/** Of a shorter path and query, four characters would be a large part of the secret. */
const LEAST_HIDDEN = 8;
/** Of the connectors of Office 365, which Microsoft has switched off in 2026. */
const RETIRED = /\.webhook\.office\.com$|^outlook\.office(365)?\.com$/;

/** Whether the operator has named this host in WEBHOOK_PRIVATE_HOSTS. */
export function mayBePrivate(url: URL, privateHosts: readonly string[]): boolean {
  return privateHosts.includes(hostOf(url));
}

/** What is wrong with the form of an address, if anything; where it leads is checked when it is called. */
export function problemOfAddress(
  text: string,
  kind: WebhookKind,
  privateHosts: readonly string[],
): Sentence | undefined {
  const noAddress = sentence(
    'must be an https:// address of at most {most} characters, without user name and fragment',
    { most: String(MOST_CHARACTERS) },
  );
  if (text.length > MOST_CHARACTERS || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return noAddress;
  const url = new URL(text);
  const isTls = url.protocol === 'https:';
  if (!isTls && !(url.protocol === 'http:' && mayBePrivate(url, privateHosts))) return noAddress;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return noAddress;
  if (kind === 'teams' && RETIRED.test(url.hostname))
    return sentence(
      'must be the address of a workflow of Teams; this is one of a connector, which Microsoft has retired',
    );
  return undefined;
}

/** What is shown of an address, which is a secret: its host, and its last characters where that leaves enough out. */
export function maskedOf(text: string): string {
  const { host, pathname, search } = new URL(text);
  const secret = `${pathname}${search}`;
  const isLong = secret.length >= LEAST_HIDDEN + SHOWN_CHARACTERS;
  return `${host}/…${isLong ? secret.slice(-SHOWN_CHARACTERS) : ''}`;
}
