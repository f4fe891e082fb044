import type { TestService, TestTenant } from '../support/service.js';
import { aTenantThat } from './conflicts.js';
import { aSubmission, resolveAll } from './submissions.js';

/** A tenant that keeps approved values for so many days when their sources send the former ones. */
export function aTenantThatWaits(service: TestService, awaitSourceDays: number): Promise<TestTenant> {
  return aTenantThat(service, { awaitSourceDays });
}

/**
 * A form of the student with these fields, which are accepted.
 * @returns the submission's ID
 */
export async function acceptedForm(
  tenant: TestTenant,
  studentId: string,
  fields: Record<string, unknown>,
): Promise<string> {
  const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });
  await resolveAll(tenant, submissionId, 'accept_submitted');
  return submissionId;
}
