import type { Headers } from '../entities/sandbox-request.entity.js';

const MASK = '•••';
const SECRET = /secret|password|token|authorization|cookie|csrf|recovery/i;
/** A text that shows a secret in an address: of an invitation, of a key's link, of an authenticator app. */
const IN_ADDRESS = /((?:token|secret|code)=)[^&"\s]+/gi;
/** A code of an authenticator app, or a recovery code. Milestones have codes, too. */
const ONE_TIME_CODE = /^(?:\d[\s-]*){6}$|^[a-z0-9]{4,}(?:-[a-z0-9]{4,})+$/i;
/** Whether a text may contain any of these. */
const SUSPECT = /secret|password|token|authorization|cookie|csrf|recovery|otpauth|"code"/i;

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

/** A body as text: JSON, lines of JSON, or a form. Secrets are masked by the names of their fields. */
export function maskedBody(text: string): string {
  if (!SUSPECT.test(text)) return text;
  if (!/^\s*[[{]/.test(text))
    return text.replace(/((?:^|&)[^=&]*(?:secret|password|token|code)[^=&]*=)[^&]*/gi, `$1${MASK}`);
  return maskedJson(text) ?? text.split('\n').map(maskedLine).join('\n');
}

/** What is suspect and no JSON, such as the cut end of a long body, is not shown. */
function maskedLine(line: string): string {
  return SUSPECT.test(line) ? (maskedJson(line) ?? MASK) : line;
}

function maskedJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text, (name, member: unknown) => maskedMember(name, member));
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function maskedMember(name: string, member: unknown): unknown {
  if (member === null || typeof member === 'boolean') return member;
  if (SECRET.test(name)) return MASK;
  if (typeof member !== 'string') return member;
  if (name === 'code' && ONE_TIME_CODE.test(member)) return MASK;
  return member.replace(IN_ADDRESS, `$1${MASK}`);
}
