import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the service could disclose data that only its caller may read. */
export type Printed = 'log' | 'error' | 'metric' | 'url';

/** Deeper than any body that the service takes. */
const DEEPEST = 12;
/** Fields whose values are credentials. */
const OPENING = new Set(['apiSecret', 'clientSecret', 'password', 'token', 'csrfToken', 'link']);
/**
 * Shorter values, and those of fewer letters, may be in the log by chance; such a name is searched for only together
 * with the other one.
 */
const UNMISTAKABLE = { length: 8, letters: 4 };

const kept = new Set<string>();

function fileOf(kind: string): string {
  const folder = process.env['TEST_EVIDENCE'];
  if (folder === undefined) throw new Error('The global set-up makes TEST_EVIDENCE');
  return join(folder, `${kind}.${process.pid}`);
}

/** The file for printed output; it is searched when all tests have run. */
export function printedFile(kind: Printed): string {
  return fileOf(`printed-${kind}`);
}

export function keepPrinted(kind: Printed, text: string): void {
  if (text !== '') appendFileSync(printedFile(kind), text.endsWith('\n') ? text : `${text}\n`);
}

/**
 * Adds a refusal, which may repeat an address that the caller sent as an ID.
 * @param sent path and body
 */
export function keepError(answer: string, sent: string): void {
  keepPrinted(
    'error',
    answer.replace(/[^\s",]+@[^\s",]*[^\s",.]/g, (address) => (sent.includes(address) ? '' : address)),
  );
}

/** @param a name of the secret for the report of a finding */
export function keepSecrets(what: string, values: readonly string[]): void {
  const fresh = values.filter((value) => !kept.has(value));
  if (fresh.length === 0) return;
  for (const value of fresh) kept.add(value);
  appendFileSync(fileOf('secrets'), fresh.map((value) => `${JSON.stringify({ what, value })}\n`).join(''));
}

/** Adds the secrets and personal data of a body that was sent or received. */
export function keepSecretsOf(body: unknown): void {
  const found = new Map<string, string[]>();
  collect(body, 0, (what, value) => {
    found.set(what, [...(found.get(what) ?? []), value]);
  });
  for (const [what, values] of found) keepSecrets(what, values);
}

function isUnmistakable(name: string): boolean {
  return name.length >= UNMISTAKABLE.length && new Set(name).size >= UNMISTAKABLE.letters;
}

type Note = (what: string, value: string) => void;

function collect(value: unknown, depth: number, note: Note): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const noteUnmistakable: Note = (what, inner) => {
    if (isUnmistakable(inner)) note(what, inner);
  };
  const { firstName, lastName } = value as { firstName?: unknown; lastName?: unknown };
  if (typeof firstName === 'string' && typeof lastName === 'string')
    note('full name', `${firstName} ${lastName}`);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') collect(inner, depth + 1, note);
    else if (OPENING.has(key)) noteUnmistakable(key, inner.split('token=').at(-1) ?? '');
    else if (key === 'email' && /[^@]@[^@]/.test(inner)) note('e-mail address', inner);
    else if (/^(first|last)Name$/.test(key)) noteUnmistakable('name', inner);
  }
}
