import { beginningWith } from '../../database/statements/like.js';
import { mayStandAnywhere } from '../model/names/unspaced-words.js';
import { defaultRole } from '../model/user-defaults.js';
import { ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../model/account.js';

/** Which people a list contains: those who meet every condition that is given. */
export interface UserFilter {
  /** Words; each must begin a name, the e-mail address or a number of the person. */
  readonly q?: string | undefined;
  readonly accountType?: AccountType | undefined;
  readonly accountStatus?: AccountStatus | undefined;
  /** The effective role. */
  readonly role?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** Which people rows are about. */
export interface PersonFilter {
  readonly accountTypes?: readonly AccountType[] | undefined;
  /** The effective role. */
  readonly role?: string | undefined;
  /** The ID or the name of a program. */
  readonly program?: string | undefined;
}

/** A part of a WHERE clause with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The collation of names, in which "müller" equals "Muller" and "s-77" equals "S-77". */
const AS_NAMES = 'COLLATE utf8mb4_unicode_ci';

/** The names in both orders, as they are written together: 王小明 for 王 and 小明. */
const WRITTEN_TOGETHER = ['CONCAT(`lastName`, `firstName`)', 'CONCAT(`firstName`, `lastName`)'];

/**
 * The word may begin any part of a name: "cruz" finds "de la Cruz". In a script without spaces it may be any part of
 * the whole name.
 */
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
  if (mayStandAnywhere(word))
    parts.push(...WRITTEN_TOGETHER.map((name): [string, string] => [`${name} LIKE ?`, `%${like}`]));
  // Comparing the ASCII column with other characters is a collation error. IDs have digits only.
  if (/^\d+$/.test(word)) parts.push(['`id` LIKE ?', like]);
  return {
    sql: `(${parts.map(([sql]) => sql).join(' OR ')})`,
    values: parts.map(([, value]) => value),
  };
}

/** The role as an override, or as the default of the account type. */
function conditionOfRole(role: string): Condition {
  const types = ACCOUNT_TYPES.filter((type) => defaultRole(type) === role);
  return types.length === 0
    ? { sql: '`role` = ?', values: [role] }
    : { sql: '(`role` = ? OR (`role` IS NULL AND `accountType` IN (?)))', values: [role, types] };
}

/** One condition for each part of the filter. */
export function conditionsOf({ q = '', accountType, accountStatus, role, ids }: UserFilter): Condition[] {
  const words = q.normalize('NFC').split(/\s+/u).filter(Boolean);
  return [
    ...(accountType === undefined ? [] : [{ sql: '`accountType` = ?', values: [accountType] }]),
    ...(accountStatus === undefined ? [] : [{ sql: '`accountStatus` = ?', values: [accountStatus] }]),
    ...(role === undefined ? [] : [conditionOfRole(role)]),
    // A list without an item is no SQL.
    ...(ids === undefined ? [] : [{ sql: '`id` IN (?)', values: [ids.length > 0 ? ids : ['']] }]),
    ...words.map(conditionOfWord),
  ];
}

/**
 * The people of the rows of a table that is called `w` in the statement and has a `userId`, as a JOIN with its
 * conditions; nothing is joined without a filter.
 */
export function peopleOfRows({ accountTypes, role, program }: PersonFilter): {
  join: string;
  conditions: Condition[];
} {
  const conditions = [
    ...(accountTypes === undefined ? [] : [{ sql: '`accountType` IN (?)', values: [accountTypes] }]),
    ...(role === undefined ? [] : [conditionOfRole(role)]),
    ...(program === undefined
      ? []
      : [{ sql: '(`programId` = ? OR `schoolProgram` = ?)', values: [program, program] }]),
  ];
  const join =
    'JOIN `users` `u` FORCE INDEX (PRIMARY) ON `u`.`tenantId` = `w`.`tenantId` AND `u`.`id` = `w`.`userId`';
  return { join: conditions.length === 0 ? '' : join, conditions };
}
