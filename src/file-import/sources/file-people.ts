import { areSimilar } from '../../users/matching/reassignment.js';
import { emailKeyOf } from '../../users/model/user-ids.js';

interface Named {
  readonly line: number;
  /** Blank where the row has none. */
  readonly externalId: string;
  /** As addresses are compared. */
  readonly email: string;
  /** The letters of the whole name; undefined when a part of it is missing. */
  readonly name: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Who has stood in a file so far, some 250 bytes each. Two people of one file have neither one address nor one
 * externalId.
 */
export class FilePeople {
  private readonly byEmail = new Map<string, Named>();
  private readonly byExternalId = new Map<string, Named>();

  /**
   * @param row as it would be sent
   * @returns what is wrong with it: an earlier row has its address with another externalId, or its externalId with
   *   another name and address, or, where one of both has no externalId, its address with another first name
   */
  problemOf(line: number, row: Row): string | undefined {
    const person = personOf(line, row);
    if (person === undefined) return undefined;
    const sameEmail = this.byEmail.get(person.email);
    const problem =
      problemOfNumbers(sameEmail, person, row) ??
      problemOfNames(sameEmail, person, row) ??
      this.problemOfNumber(person);
    if (problem !== undefined) return problem;
    const isKnown = sameEmail !== undefined && isNumbered(sameEmail);
    this.byEmail.set(person.email, isKnown ? sameEmail : person);
    // The last one: a person's name may change in one row and the address in a later one.
    if (isNumbered(person)) this.byExternalId.set(person.externalId, person);
    return undefined;
  }

  /** As for a row that is sent, of one that the mapping leaves out as the repetition of an earlier row. */
  problemOfRepeated(line: number, row: Row): string | undefined {
    const person = personOf(line, row);
    if (person === undefined) return undefined;
    return problemOfNames(this.byEmail.get(person.email), person, row) ?? this.problemOfNumber(person);
  }

  private problemOfNumber(person: Named): string | undefined {
    const earlier = this.byExternalId.get(person.externalId);
    if (earlier === undefined || !isAnother(earlier, person)) return undefined;
    return (
      `externalId: ${person.externalId} also stands in line ${earlier.line}, with another name and address; ` +
      'two people cannot have one externalId'
    );
  }
}

function isNumbered({ externalId }: Named): boolean {
  return externalId !== '';
}

/** @param one the first row of the address */
function problemOfNumbers(one: Named | undefined, other: Named, row: Row): string | undefined {
  if (one === undefined || !isNumbered(one) || !isNumbered(other)) return undefined;
  return one.externalId === other.externalId
    ? undefined
    : sharedAddress(row, one, `the externalId ${one.externalId}`);
}

/** Without two numbers the address alone would make one person of two; a changed family name may be news. */
function problemOfNames(one: Named | undefined, other: Named, row: Row): string | undefined {
  if (one?.name === undefined || other.name === undefined) return undefined;
  if (isNumbered(one) && isNumbered(other)) return undefined;
  return areSimilar(firstNameOf(one.name), firstNameOf(other.name))
    ? undefined
    : sharedAddress(row, one, 'another first name');
}

function sharedAddress(row: Row, { line }: Named, other: string): string {
  const email = textOf(row['email']);
  return `email: ${email} also stands in line ${line}, with ${other}; two people cannot have one address`;
}

/** A changed name or address alone may be news of the same person. */
function isAnother(one: Named, other: Named): boolean {
  const areNamed = one.name !== undefined && other.name !== undefined;
  return areNamed && one.name !== other.name && one.email !== other.email;
}

function personOf(line: number, row: Row): Named | undefined {
  const [email, externalId] = [textOf(row['email']), textOf(row['externalId'])];
  if (email === '') return undefined;
  const [first, last] = [lettersOf(row['firstName']), lettersOf(row['lastName'])];
  const name = first === '' || last === '' ? undefined : `${first} ${last}`;
  return { line, externalId, email: emailKeyOf(email), name };
}

/** As the service reads it; a blank text is no address and no externalId. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function firstNameOf(name: string): string {
  return name.slice(0, name.indexOf(' '));
}

/** Accents, hyphens and blanks are written in several ways. */
function lettersOf(value: unknown): string {
  return textOf(value)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
