import { Injectable } from '@nestjs/common';

import { beginningWith } from '../../database/statements/like.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  foldName,
  LARGEST_ENTRY,
  LARGEST_FIRST,
  type NamedPerson,
  type NameKeyParts,
  nameKeyFrom,
  nameKeyPartsOf,
  transposedKeyPartsOf,
} from '../../users/model/names/name-key.js';
import { hasIdForm } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';

/** What a person may be found by. */
export interface SoughtPerson extends NamedPerson {
  readonly emailKey: string;
  readonly programId: string | null;
  readonly externalId: string | null;
}

const COLUMNS = [
  'id',
  'legacyNumber',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'middleInitial',
  'accountType',
  'accountStatus',
  'schoolProgram',
  'programId',
  'monthOfEntry',
  'yearOfEntry',
] as const satisfies (keyof User)[];

/** The columns by which a candidate is compared and answered. */
export type FoundPerson = Pick<User, (typeof COLUMNS)[number]>;

/** One range of one index, in its order. */
interface Block {
  readonly index: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
  readonly order?: string;
  /** Most entries that are read. */
  readonly most: number;
}

/** How many entries of each range of one name are read: of that entry and first name, near it, and unknown ones. */
interface NameLimits {
  readonly exact: number;
  readonly near: number;
  readonly unknown: number;
}

const STRAIGHT: NameLimits = { exact: 60, near: 40, unknown: 20 };
const SWAPPED: NameLimits = { exact: 20, near: 10, unknown: 10 };
/** People on each side of the entry, for each spelling with two letters exchanged. */
const TRANSPOSED = 10;
/** Entries on each side of the name in the list of equal last names. */
const SAME_LAST_NAME = 25;
const SAME_LOCAL_PART = 20;
const SAME_FIRST_NAME = 40;
const LIKE_FIRST_NAME = 20;
/** Letters in which first names of one entry and program agree: Catherine and Cathy. */
const BEGINNING = 3;
/** A shorter local part, such as `it`, is no one's name. */
const SHORTEST_LOCAL_PART = 3;

const NAME_KEY = 'ix_users_name_key';
const NEXT_AFTER_AT = String.fromCharCode('@'.charCodeAt(0) + 1);

function nameRange(where: string, from: Buffer, to: Buffer, most: number, order = ''): Block {
  return {
    index: NAME_KEY,
    where,
    parameters: [from, to],
    most,
    ...(order === '' ? {} : { order: `\`nameKey\` ${order}` }),
  };
}

/** The nearest entries first, in both directions. People of a block whose entry is unknown stand before all others. */
function nameBlocks(parts: NameKeyParts, limits: NameLimits): Block[] {
  const key = (entry: number, first: number): Buffer => nameKeyFrom({ ...parts, entry, first });
  const exact = key(parts.entry, parts.first);
  const between = '`nameKey` >= ? AND `nameKey` <= ?';
  const others = [
    nameRange(
      '`nameKey` > ? AND `nameKey` <= ?',
      exact,
      key(LARGEST_ENTRY, LARGEST_FIRST),
      limits.near,
      'ASC',
    ),
    nameRange('`nameKey` < ? AND `nameKey` >= ?', exact, key(0, 0), limits.near, 'DESC'),
  ];
  const latest = nameRange(between, key(1, 0), key(LARGEST_ENTRY, LARGEST_FIRST), limits.near, 'DESC');
  const unknown = key(0, parts.first);
  return [
    nameRange(between, exact, exact, limits.exact),
    ...others,
    parts.entry === 0 ? latest : nameRange(between, unknown, unknown, limits.unknown),
  ];
}

function transposedBlocks(person: NamedPerson): Block[] {
  return transposedKeyPartsOf(person).flatMap((parts) => {
    const key = (entry: number, first: number): Buffer => nameKeyFrom({ ...parts, entry, first });
    const [from, here, to] = [key(0, 0), key(parts.entry, 0), key(LARGEST_ENTRY, LARGEST_FIRST)];
    return [
      nameRange('`nameKey` >= ? AND `nameKey` <= ?', here, to, TRANSPOSED, 'ASC'),
      nameRange('`nameKey` < ? AND `nameKey` >= ?', here, from, TRANSPOSED, 'DESC'),
    ];
  });
}

/** People of the same entry and program, also both without a program, with about the same first name. */
function entryBlocks({ yearOfEntry, monthOfEntry, programId, firstName }: SoughtPerson): Block[] {
  if (yearOfEntry === null || foldName(firstName) === '') return [];
  const studies = '`yearOfEntry` = ? AND `monthOfEntry` <=> ? AND `programId` <=> ?';
  const block = (comparison: string, name: string, most: number): Block => ({
    index: 'ix_users_entry',
    where: `${studies} AND \`firstName\` ${comparison} ?`,
    parameters: [yearOfEntry, monthOfEntry, programId, name],
    most,
  });
  const beginning = [...firstName].slice(0, BEGINNING).join('');
  return [block('=', firstName, SAME_FIRST_NAME), block('LIKE', beginningWith(beginning), LIKE_FIRST_NAME)];
}

/** People of exactly this last name, whose first names are the nearest in the alphabet. */
function sameLastName({ lastName, firstName }: NamedPerson): Block[] {
  const block = (comparison: string, direction: string): Block => ({
    index: 'ix_users_list',
    where: `\`lastName\` = ? AND \`firstName\` ${comparison} ?`,
    parameters: [lastName, firstName],
    order: `\`firstName\` ${direction}`,
    most: SAME_LAST_NAME,
  });
  return [block('>=', 'ASC'), block('<', 'DESC')];
}

function addressBlocks(emailKey: string): Block[] {
  const index = 'uq_users_email_key';
  const exact = { index, where: '`emailKey` = ?', parameters: [emailKey], most: 1 };
  const local = emailKey.slice(0, Math.max(0, emailKey.lastIndexOf('@')));
  if (local.length < SHORTEST_LOCAL_PART) return [exact];
  const parameters = [`${local}@`, `${local}${NEXT_AFTER_AT}`];
  return [exact, { index, where: '`emailKey` >= ? AND `emailKey` < ?', parameters, most: SAME_LOCAL_PART }];
}

function numberBlocks(externalId: string | null): Block[] {
  if (externalId === null) return [];
  const number = { where: '`legacyNumber` = ?', parameters: [externalId], most: 1 };
  const id = { index: 'PRIMARY', where: '`id` = ?', parameters: [externalId], most: 1 };
  return [{ ...number, index: 'uq_users_legacy_number' }, ...(hasIdForm(externalId) ? [id] : [])];
}

function swapped(person: SoughtPerson): NamedPerson {
  return { ...person, firstName: person.lastName, lastName: person.firstName };
}

function blocksOf(person: SoughtPerson): Block[] {
  return [
    ...numberBlocks(person.externalId),
    ...addressBlocks(person.emailKey),
    ...nameBlocks(nameKeyPartsOf(person), STRAIGHT),
    ...sameLastName(person),
    ...nameBlocks(nameKeyPartsOf(swapped(person)), SWAPPED),
    ...transposedBlocks(person),
    ...entryBlocks(person),
  ];
}

/** Finds stored people who may be the one who is sent. */
@Injectable()
export class CandidatesRepository {
  /**
   * People with the number, the address, its local part, a name that is equal or sounds alike, also with two letters
   * exchanged, or the entry, program and first name. Each block is read from one index up to a limit, so that a tenant
   * of any size costs at most some hundred rows.
   */
  find({ tenantId }: Pick<Scope, 'tenantId'>, reader: Reader, person: SoughtPerson): Promise<FoundPerson[]> {
    const blocks = blocksOf(person);
    const union = blocks.map(
      ({ index, where, order, most }) =>
        `(SELECT \`id\` AS \`found\` FROM \`users\` FORCE INDEX (\`${index}\`) WHERE \`tenantId\` = ? AND ${where}` +
        `${order === undefined ? '' : ` ORDER BY ${order}`} LIMIT ${most})`,
    );
    const columns = COLUMNS.map((name) => `\`users\`.\`${name}\``).join(', ');
    const sql =
      `SELECT STRAIGHT_JOIN ${columns} FROM (${union.join(' UNION ')}) AS \`candidates\` ` +
      'JOIN `users` FORCE INDEX (PRIMARY) ON `users`.`tenantId` = ? AND `users`.`id` = `found`';
    const parameters = blocks.flatMap((block) => [tenantId, ...block.parameters]);
    return reader.read<FoundPerson>(sql, [...parameters, tenantId]);
  }
}
