import { emailKeyOf } from '../../users/model/user-ids.js';

interface Named {
  readonly line: number;
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
   *   another name and address
   */
  problemOf(line: number, row: Row): string | undefined {
    const person = personOf(line, row);
    if (person === undefined) return undefined;
    const sameEmail = this.byEmail.get(person.email);
    if (sameEmail !== undefined && sameEmail.externalId !== person.externalId)
      return (
        `email: ${textOf(row['email'])} also stands in line ${sameEmail.line}, with the externalId ` +
        `${sameEmail.externalId}; two people cannot have one address`
      );
    const problem = this.problemOfNumber(person);
    if (problem !== undefined) return problem;
    this.byEmail.set(person.email, sameEmail ?? person);
    // The last one: a person's name may change in one row and the address in a later one.
    this.byExternalId.set(person.externalId, person);
    return undefined;
  }

  /** As for a row that is sent, of one that the mapping leaves out as the repetition of an earlier row. */
  problemOfRepeated(line: number, row: Row): string | undefined {
    const person = personOf(line, row);
    return person === undefined ? undefined : this.problemOfNumber(person);
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

/** A changed name or address alone may be news of the same person. */
function isAnother(one: Named, other: Named): boolean {
  const areNamed = one.name !== undefined && other.name !== undefined;
  return areNamed && one.name !== other.name && one.email !== other.email;
}

function personOf(line: number, row: Row): Named | undefined {
  const [email, externalId] = [textOf(row['email']), textOf(row['externalId'])];
  if (email === '' || externalId === '') return undefined;
  const [first, last] = [lettersOf(row['firstName']), lettersOf(row['lastName'])];
  const name = first === '' || last === '' ? undefined : `${first} ${last}`;
  return { line, externalId, email: emailKeyOf(email), name };
}

/** As the service reads it; a blank text is no address and no externalId. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Accents, hyphens and blanks are written in several ways. */
function lettersOf(value: unknown): string {
  return textOf(value)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
