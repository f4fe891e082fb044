import type { CreateUpdateUser } from '../../client/src/index.js';

/** A student whose externalId ends with the number. */
export function student(number: number, more: Partial<CreateUpdateUser> = {}): CreateUpdateUser {
  return {
    email: `student-${number}@test.example.edu`,
    firstName: 'Ann',
    lastName: `Lee ${'abcdefghij'[number % 10] ?? ''}`,
    accountType: 'Student',
    externalId: `S-${number}`,
    ...more,
  };
}

/** Everything that an iteration yields. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
}
