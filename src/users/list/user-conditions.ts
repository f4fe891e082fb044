import { defaultRole } from '../model/user-defaults.js';
import { ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../model/user.entity.js';

/** Which people a list holds: those who have everything that is given. */
export interface UserFilter {
  /** Words, each of which begins a name, the e-mail address or a number. */
  readonly q?: string | undefined;
  readonly accountType?: AccountType | undefined;
  readonly accountStatus?: AccountStatus | undefined;
  /** The role that counts. */
  readonly role?: string | undefined;
}

/** A part of a WHERE with the values of its question marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Written with the collation of names, which takes "müller" for "Muller", and "s-77" for "S-77". */
const AS_NAMES = 'COLLATE utf8mb4_unicode_ci';

/** A pattern of LIKE that means this text literally, and whatever follows. */
function beginningWith(word: string): string {
  return `${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Names may consist of several: "cruz" finds "de la Cruz". */
function conditionOfWord(word: string): Condition {
  const like = beginningWith(word);
  const parts: [sql: string, value: string][] = [
    ['`lastName` LIKE ?', like],
    ['`firstName` LIKE ?', like],
    [`\`emailKey\` ${AS_NAMES} LIKE ?`, like],
    [`\`legacyNumber\` ${AS_NAMES} LIKE ?`, like],
    ['`lastName` LIKE ?', `% ${like}`],
    ['`firstName` LIKE ?', `% ${like}`],
  ];
  // The id column is ASCII: asking it for other characters is an error of collations, and it has digits only anyway.
  if (/^\d+$/.test(word)) parts.push(['`id` LIKE ?', like]);
  return {
    sql: `(${parts.map(([sql]) => sql).join(' OR ')})`,
    values: parts.map(([, value]) => value),
  };
}

/** An override, or none where the account type brings this role. */
function conditionOfRole(role: string): Condition {
  const types = ACCOUNT_TYPES.filter((type) => defaultRole(type) === role);
  return types.length === 0
    ? { sql: '`role` = ?', values: [role] }
    : { sql: '(`role` = ? OR (`role` IS NULL AND `accountType` IN (?)))', values: [role, types] };
}

/** One condition for each thing that is asked; none for a filter that asks nothing. */
export function conditionsOf({ q = '', accountType, accountStatus, role }: UserFilter): Condition[] {
  const words = q.normalize('NFC').split(/\s+/u).filter(Boolean);
  return [
    ...(accountType === undefined ? [] : [{ sql: '`accountType` = ?', values: [accountType] }]),
    ...(accountStatus === undefined ? [] : [{ sql: '`accountStatus` = ?', values: [accountStatus] }]),
    ...(role === undefined ? [] : [conditionOfRole(role)]),
    ...words.map(conditionOfWord),
  ];
}
