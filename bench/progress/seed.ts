import type { Client } from '../support/client.js';
import { faculty, fullProgress, students } from './people.js';

const USERS = '/api/v1/integration/users/bulk';
const PROGRESS = '/api/v1/workflow/progress/bulk';

/** Creates students with little progress, and faculty for their committees. */
export async function seedStudents(client: Client, count: number): Promise<void> {
  await client.bulk(USERS, faculty());
  const { inserted } = await client.bulk(USERS, students(count));
  if (inserted !== count) throw new Error(`${inserted} of ${count} students were inserted`);
}

/** Fills every part of these students' records. */
export async function seedProgress(client: Client, from: number, count: number, edition = 1): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => fullProgress(from + index, edition));
  const { inserted, updated } = await client.bulk(PROGRESS, lines);
  if (inserted + updated !== count) throw new Error(`${inserted + updated} of ${count} students changed`);
}
