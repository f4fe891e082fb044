import { emailKeyOf } from '../../users/model/user-ids.js';

interface Named {
  readonly line: number;
  readonly externalId: string;
  /** As addresses are compared. */
  readonly email: string;
  /** Blank when the row has none. */
  readonly name: string;
}

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
  problemOf(line: number, row: Readonly<Record<string, unknown>>): string | undefined {
    const [email, externalId] = [textOf(row['email']), textOf(row['externalId'])];
    if (email === '' || externalId === '') return undefined;
    const name = `${textOf(row['firstName'])} ${textOf(row['lastName'])}`.trim().toLowerCase();
    const person = { line, externalId, email: emailKeyOf(email), name };
    const sameEmail = this.byEmail.get(person.email);
    if (sameEmail !== undefined && sameEmail.externalId !== externalId)
      return (
        `email: ${email} also stands in line ${sameEmail.line}, with the externalId ${sameEmail.externalId}; ` +
        'two people cannot have one address'
      );
    const sameNumber = this.byExternalId.get(externalId);
    if (sameNumber !== undefined && isAnother(sameNumber, person))
      return (
        `externalId: ${externalId} also stands in line ${sameNumber.line}, with another name and address; ` +
        'two people cannot have one externalId'
      );
    if (sameEmail === undefined) this.byEmail.set(person.email, person);
    if (sameNumber === undefined) this.byExternalId.set(externalId, person);
    return undefined;
  }
}

/** A changed name or address alone may be news of the same person. */
function isAnother(one: Named, other: Named): boolean {
  const isNamed = one.name !== '' && other.name !== '';
  return one.email !== other.email && isNamed && one.name !== other.name;
}

/** As the service reads it; a blank text is no address and no externalId. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
