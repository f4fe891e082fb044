import type { Headers } from '../entities/sandbox-request.entity.js';

const MASK = '•••';
const SECRET = /secret|password|token|authorization|cookie|csrf|^code$/i;
const FORM_SECRET = /((?:^|&)(?:client_secret|password|refresh_token|access_token|code)=)[^&]*/gi;

/** Headers in their order, secrets masked. */
export function maskedHeaders(headers: Readonly<Record<string, unknown>>): Headers {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, SECRET.test(name) ? MASK : String(one)] as const),
  );
}

/** An address with its query; the values of secrets are masked. */
export function maskedUrl(url: string): string {
  return url.replace(/([?&][^=&]*(?:secret|password|token|code)[^=&]*=)[^&]*/gi, `$1${MASK}`);
}

/** A body as text; in JSON and in forms secrets are masked by the names of their fields. */
export function maskedBody(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text.replace(FORM_SECRET, `$1${MASK}`);
  return text
    .split('\n')
    .map((line) => maskedLine(line))
    .join('\n');
}

function maskedLine(line: string): string {
  if (!SECRET.test(line)) return line;
  try {
    const value: unknown = JSON.parse(line, (name, member: unknown) =>
      SECRET.test(name) && (typeof member === 'string' || typeof member === 'number') ? MASK : member,
    );
    return JSON.stringify(value);
  } catch {
    // What is not JSON is not shown where it may contain a secret.
    return MASK;
  }
}
