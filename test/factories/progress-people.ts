import type { Answer, Body } from '../support/api-client.js';
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

export async function setTitle({ workflow }: TestTenant, id: string, title = 'T'): Promise<void> {
  const { status } = await workflow.put(`/students/${id}/dissertation`, { title, status: 'in_progress' });
  if (status > 201) throw new Error(`The title was answered with ${status}`);
}

/** A seat in a committee, as it is sent. */
export const seat = (facultyId: string, role = 'chair', status = 'accepted'): Record<string, string> => ({
  facultyId,
  role,
  status,
});

export function putCommittee(
  { workflow }: TestTenant,
  id: string,
  members: readonly object[],
  more: object = {},
): Promise<Answer<Body>> {
  return workflow.put(`/students/${id}/committee`, { members, ...more });
}

/** The same where the committee is what the test begins with. */
export async function formCommittee(...committee: Parameters<typeof putCommittee>): Promise<void> {
  const { status, body } = await putCommittee(...committee);
  if (status > 201) throw new Error(`The committee was answered with ${status}: ${JSON.stringify(body)}`);
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
