import { choicesOf, settingsIn } from '../settings/setting.js';
import { SETTINGS } from '../settings/settings.js';

const MASK = '•••';
const LARGEST = 4096;
/** A name of a field; other text in its place may be a value, such as an address used as a key. */
const FIELD_NAME = /^[A-Za-z_$][\w$.-]{0,63}$/;
/** The name under which values are masked without their lengths. */
const SECRET_NAME = 'secret';
const SECRET = /secret|password|token|authorization|cookie/i;
/** Fields with content that universities define; any value in them, even true, may be personal data. */
const SCHEMA_NAME = /^urn:[\w:.-]{1,200}$/;
/** An attribute in the path of a PATCH, or a resource in that of an operation in bulk. */
const ATTRIBUTE_PATH = /^(?:[A-Za-z_$][\w$.:-]{0,127}|\/(?:Users|Groups)(?:\/[\w:-]{1,64})?)$/;
const FREE_FIELDS = new Set(['customFields', 'fields']);

const ACCOUNT_TYPES = ['Student', 'Faculty', 'Staff'];
const STATUSES = ['active', 'inactive'];
/** The values of fields that are a choice from a list and say little about a person. */
const CHOICES = new Map<string, readonly string[]>(
  Object.entries({
    accountType: ACCOUNT_TYPES,
    accountTypes: ACCOUNT_TYPES,
    accountStatus: STATUSES,
    status: [
      'not_started',
      'in_progress',
      'on_hold',
      'under_review',
      'completed',
      'draft',
      'submitted',
      'approved',
      'revisions_requested',
      'resubmitted',
      'final',
      'invited',
      'accepted',
      'declined',
      'removed',
      'in_review',
      'returned',
      'closed',
      'queued',
      'processing',
      'sent',
      'failed',
    ],
    stage: ['concept_paper', 'prospectus', 'proposal', 'draft_manuscript', 'final_manuscript'],
    resolution: ['accept_submitted', 'keep_record', 'dismiss'],
    decision: ['release', 'reject'],
    op: ['add', 'replace', 'remove', 'Add', 'Replace', 'Remove'],
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
  }),
);
/** Fields whose numbers are positions in an order, or say how a university is set up. */
const PLAIN_NUMBERS = new Set(['number', 'sequence', 'overlapHours']);

for (const { path, setting } of settingsIn(SETTINGS)) {
  const name = path.replace(/.*\./, '');
  if (setting.type === 'number') PLAIN_NUMBERS.add(name);
  if (setting.type === 'choice') CHOICES.set(name, choicesOf(setting));
}

/** Whether this value of a PATCH, or of its operations, names schemas, attributes or resources and says no more. */
export function isAttributePath(name: string, text: string): boolean {
  if (name === 'schemas') return SCHEMA_NAME.test(text);
  return name === 'path' && ATTRIBUTE_PATH.test(text);
}

/** Whether this text is one of the values of a field that is a choice from a list. */
export function isChoice(name: string, text: string): boolean {
  return CHOICES.get(name)?.includes(text) === true;
}

/** How much of a body is shown. */
interface Bounds {
  readonly depth: number;
  readonly width: number;
}

function maskText(text: string, name: string): string {
  if (text === '' || isChoice(name, text) || isAttributePath(name, text)) return text;
  // The length of a secret would be a hint.
  return SECRET.test(name) ? MASK : `${MASK}${text.length}`;
}

function maskScalar(value: unknown, name: string, isFree: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return maskText(value, isFree ? '' : name);
  if (isFree) return MASK;
  if (typeof value === 'boolean') return value;
  return PLAIN_NUMBERS.has(name) ? value : MASK;
}

/** A name of a field or schema unchanged; of any other text only the length. */
export function maskName(name: string): string {
  return FIELD_NAME.test(name) || SCHEMA_NAME.test(name) ? name : `${MASK}${name.length}`;
}

function maskObject(value: object, isFree: boolean, bounds: Bounds): object {
  const entries = Object.entries(value);
  // The operation of a PATCH that sets a secret.
  const path = entries.find(([name]) => name.toLowerCase() === 'path')?.[1] as unknown;
  const hidesValues = typeof path === 'string' && SECRET.test(path);
  const shown = entries
    .slice(0, bounds.width)
    .map(([name, item]): [string, unknown] => [
      maskName(name),
      maskValue(
        item,
        hidesValues && name !== 'path' && name !== 'op' ? SECRET_NAME : name,
        isFree || FREE_FIELDS.has(name),
        { ...bounds, depth: bounds.depth - 1 },
      ),
    ]);
  const left = entries.length - shown.length;
  // fromEntries defines a field named __proto__ like any other.
  return Object.fromEntries(left > 0 ? [...shown, ['…', `${left} more`]] : shown);
}

function maskValue(value: unknown, name: string, isFree: boolean, bounds: Bounds): unknown {
  if (typeof value !== 'object' || value === null) return maskScalar(value, name, isFree);
  if (bounds.depth === 0) return '…';
  if (!Array.isArray(value)) return maskObject(value, isFree, bounds);
  const next = { ...bounds, depth: bounds.depth - 1 };
  const shown = value.slice(0, bounds.width).map((item) => maskValue(item, name, isFree, next));
  const left = value.length - shown.length;
  return left > 0 ? [...shown, `… ${left} more`] : shown;
}

/**
 * Masks a body so that it shows what was wrong with it, but not which person it was about: names and shapes are kept,
 * as are booleans, choices from a list and settings; every other value is masked, a text with its length. The result
 * is at most 4 KiB as JSON; of a deeper or wider body less is shown.
 */
export function maskBody(body: unknown): unknown {
  for (let width = 64, depth = 6; width >= 1; width = Math.floor(width / 2), depth = Math.max(1, depth - 1)) {
    const masked = maskValue(body, '', false, { width, depth });
    if (Buffer.byteLength(JSON.stringify(masked)) <= LARGEST) return masked;
  }
  return '…';
}
