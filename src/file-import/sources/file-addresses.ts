import { emailKeyOf } from '../../users/model/user-ids.js';

interface Named {
  readonly line: number;
  readonly externalId: string;
}

/** The addresses of a file so far, some 150 bytes each: two people of one file cannot have one address. */
export class FileAddresses {
  private readonly first = new Map<string, Named>();

  /**
   * @param row as it would be sent
   * @returns what is wrong with it: an earlier row has its address with another externalId
   */
  problemOf(line: number, row: Readonly<Record<string, unknown>>): string | undefined {
    const [email, externalId] = [textOf(row['email']), textOf(row['externalId'])];
    if (email === '' || externalId === '') return undefined;
    const key = emailKeyOf(email);
    const first = this.first.get(key);
    if (first === undefined) this.first.set(key, { line, externalId });
    if (first === undefined || first.externalId === externalId) return undefined;
    return (
      `email: ${email} also stands in line ${first.line}, with the externalId ${first.externalId}; ` +
      'two people cannot have one address'
    );
  }
}

/** As the service reads it; a blank text is no address and no externalId. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
