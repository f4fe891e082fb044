import { basename, dirname, resolve } from 'node:path';

import { FeedError } from '../../file-import/feed-error.js';
import { MOST_ABSENT_RUNS } from '../../users/finish/most.js';
import { ACCOUNT_TYPES, type AccountType } from '../../users/model/account.js';
import { RULES_FILE } from './ready-files.js';

/** What files of some names are, as `drops.json` says it. */
export interface DropRule {
  /** The path of a mapping file. */
  readonly mapping?: string;
  /** The account types whose people are all in the file. */
  readonly complete?: readonly AccountType[];
  readonly absentRuns?: number;
  /** Of a workbook. */
  readonly sheet?: string;
}

const KEYS = ['mapping', 'complete', 'absentRuns', 'sheet'];
const ENCRYPTED = /\.(?:gpg|pgp)$/i;

export function isEncrypted(name: string): boolean {
  return ENCRYPTED.test(name);
}

/** The name of the file that is in an encrypted one; of others their own. */
export function plainName(name: string): string {
  return name.replace(ENCRYPTED, '');
}

/** The rules of a folder, by patterns of names. */
export class DropRules {
  private constructor(private readonly rules: readonly (readonly [pattern: string, rule: DropRule])[]) {}

  static none(): DropRules {
    return new DropRules([]);
  }

  /**
   * @param folder from which paths of mappings begin
   * @throws {FeedError} when the content is not valid; the message names the pattern and the key
   */
  static parse(content: unknown, folder: string): DropRules {
    const rules = Object.entries(objectAt(content, 'it')).map(([pattern, rule]): [string, DropRule] => [
      pattern,
      ruleAt(pattern, rule, folder),
    ]);
    return new DropRules(rules);
  }

  /** The first rule whose pattern the name has, with or without `.gpg`; none: no mapping, and not complete. */
  of(name: string): DropRule {
    const names = [name, plainName(name)];
    return this.rules.find(([pattern]) => names.some((one) => matches(pattern, one)))?.[1] ?? {};
  }

  get all(): DropRule[] {
    return this.rules.map(([, rule]) => rule);
  }

  /** Names of mapping files in the folder itself. */
  ownFiles(folder: string): Set<string> {
    const paths = this.rules.flatMap(([, { mapping }]) => mapping ?? []);
    return new Set(paths.filter((path) => dirname(path) === folder).map((path) => basename(path)));
  }
}

/**
 * Whether a name has a pattern, in which `*` is any text and `?` a character. Without case, and with letters however
 * they are composed: clients of Windows and macOS write the same name in other ways.
 */
export function matches(pattern: string, name: string): boolean {
  const parts = plain(pattern).split(/([*?])/);
  const texts = parts.map((part) =>
    part === '*' ? '.*' : part === '?' ? '.' : part.replace(/[\\^$.|+()[\]{}/]/g, '\\$&'),
  );
  return new RegExp(`^${texts.join('')}$`, 'su').test(plain(name));
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

function ruleAt(pattern: string, value: unknown, folder: string): DropRule {
  if (pattern === '' || pattern.includes('/'))
    throw new FeedError(
      `${RULES_FILE}: "${pattern}" must be a pattern of names in the folder, such as students*.csv`,
    );
  const key = `"${pattern}"`;
  const object = objectAt(value, key);
  const odd = Object.keys(object).find((one) => !KEYS.includes(one));
  if (odd !== undefined)
    throw new FeedError(`${RULES_FILE}: unknown key ${key}.${odd}; known are ${KEYS.join(', ')}`);
  const { mapping, complete, absentRuns, sheet } = object;
  if (absentRuns !== undefined && complete === undefined)
    throw new FeedError(
      `${RULES_FILE}: ${key}.absentRuns belongs to complete, which says of which account types`,
    );
  return {
    ...(mapping === undefined ? {} : { mapping: resolve(folder, textAt(mapping, `${key}.mapping`)) }),
    ...(complete === undefined ? {} : { complete: accountTypesAt(complete, `${key}.complete`) }),
    ...(absentRuns === undefined ? {} : { absentRuns: absentRunsAt(absentRuns, `${key}.absentRuns`) }),
    ...(sheet === undefined ? {} : { sheet: textAt(sheet, `${key}.sheet`) }),
  };
}

function objectAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new FeedError(`${RULES_FILE}: ${key} must be an object`);
}

function textAt(value: unknown, key: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new FeedError(`${RULES_FILE}: ${key} must be a text`);
}

function accountTypesAt(value: unknown, key: string): AccountType[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const types = list.map((one) => ACCOUNT_TYPES.find((type) => type === one));
  const known = types.filter((type) => type !== undefined);
  if (known.length > 0 && known.length === types.length) return known;
  throw new FeedError(`${RULES_FILE}: ${key} must be a list of account types: ${ACCOUNT_TYPES.join(', ')}`);
}

function absentRunsAt(value: unknown, key: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_ABSENT_RUNS)
    return value;
  throw new FeedError(`${RULES_FILE}: ${key} must be a whole number from 1 to ${MOST_ABSENT_RUNS}`);
}
