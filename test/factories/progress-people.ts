import type { TestTenant } from '../support/service.js';
import { facultyMember, person } from './person.js';
import { storedId } from './stored-people.js';

type Overrides = Parameters<typeof person>[0];

/**
 * Creates a Student of this tenant.
 * @returns the ID
 */
export function aStudent(tenant: TestTenant, overrides: Overrides = {}): Promise<string> {
  return storedId(tenant, person(overrides));
}

/**
 * Creates a faculty member of this tenant.
 * @returns the ID
 */
export function aProfessor(tenant: TestTenant, overrides: Overrides = {}): Promise<string> {
  return storedId(tenant, facultyMember(overrides));
}

/**
 * Creates so many Students in one transaction.
 * @returns their IDs
 */
export async function someStudents({ sis }: TestTenant, count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, () => person());
  const answers = (await sis.bulk('/users/bulk', lines)).slice(0, -1);
  return answers.map(({ id }) => id as string);
}
