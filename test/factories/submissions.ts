import type { DiscrepancyDto, SubmissionDto } from '../../src/submissions/dto/submission.dto.js';
import type { SubmissionStatus } from '../../src/submissions/review-workflow.js';
import type { SyncItemDto, SyncTransitionDto } from '../../src/sync/dto/sync.dto.js';
import type { Answer, Body } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { aStudent } from './progress-people.js';

let serial = 0;

/** The shortest sequence of moves from a draft to each status. */
export const WAY_TO: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  draft: [],
  submitted: ['submitted'],
  in_review: ['submitted', 'in_review'],
  returned: ['submitted', 'returned'],
  approved: ['submitted', 'approved'],
  rejected: ['submitted', 'rejected'],
  closed: ['submitted', 'rejected', 'closed'],
};

interface Input {
  readonly submissionId?: string;
  readonly studentId?: string;
  readonly formType?: string;
  readonly fields?: Record<string, unknown>;
  readonly status?: SubmissionStatus;
}

/**
 * Creates a submission of this tenant and moves it to the given status.
 * @returns its ID
 */
export async function aSubmission(tenant: TestTenant, input: Input = {}): Promise<string> {
  const { submissionId = `sub-${(serial += 1)}`, formType = 'address_change', fields = {} } = input;
  const studentId = input.studentId ?? (await aStudent(tenant));
  const { status, body } = await tenant.workflow.put(`/submissions/${submissionId}`, {
    formType,
    studentId,
    fields,
  });
  if (status !== 201) throw new Error(`submissions answered ${status}: ${JSON.stringify(body)}`);
  await move(tenant, submissionId, ...WAY_TO[input.status ?? 'draft']);
  return submissionId;
}

/**
 * Creates so many approved submissions, one after the other, by default each of a student of its own.
 * @returns their IDs
 */
export async function approvedSubmissions(
  tenant: TestTenant,
  count: number,
  input: Input = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await aSubmission(tenant, { ...input, status: 'approved' }));
  return ids;
}

/**
 * Creates an approved submission whose form differs from the record in these fields.
 * @returns its ID
 */
export async function aBlockedSubmission(
  tenant: TestTenant,
  fields: Record<string, unknown> = { degree: 'PhD' },
): Promise<string> {
  const studentId = await aStudent(tenant, { degree: 'EdD' });
  return aSubmission(tenant, { studentId, fields, status: 'approved' });
}

/** Makes these moves one after the other. */
export async function move(
  { workflow }: TestTenant,
  submissionId: string,
  ...statuses: SubmissionStatus[]
): Promise<void> {
  for (const status of statuses) {
    const answer = await workflow.post(`/submissions/${submissionId}/status`, { status });
    if (answer.status !== 200)
      throw new Error(`The move to ${status} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

export async function readSubmission({ workflow }: TestTenant, submissionId: string): Promise<SubmissionDto> {
  const { body } = await workflow.get(`/submissions/${submissionId}`);
  return body.data as unknown as SubmissionDto;
}

export async function discrepanciesOf(tenant: TestTenant, submissionId: string): Promise<DiscrepancyDto[]> {
  return (await readSubmission(tenant, submissionId)).discrepancies;
}

/** Resolves every unresolved discrepancy of a submission. */
export async function resolveAll(
  tenant: TestTenant,
  submissionId: string,
  resolution = 'dismiss',
): Promise<void> {
  for (const { id } of (await discrepanciesOf(tenant, submissionId)).filter(
    (one) => one.resolution === null,
  )) {
    const path = `/submissions/${submissionId}/discrepancies/${id}/resolve`;
    const { status, body } = await tenant.workflow.post(path, { resolution });
    if (status !== 200) throw new Error(`resolve answered ${status}: ${JSON.stringify(body)}`);
  }
}

export type Totals = Record<SyncItemDto['syncStatus'], number>;

export async function listQueue(
  { sis }: TestTenant,
  query = 'limit=500',
): Promise<{
  items: SyncItemDto[];
  totals: Totals;
  nextCursor: string | null;
  count: number;
  limit: number;
  hasMore: boolean;
}> {
  const { status, body } = await sis.get(`/sync/queue?${query}`);
  if (status !== 200) throw new Error(`the queue answered ${status}: ${JSON.stringify(body)}`);
  const { data, meta } = body as unknown as { data: SyncItemDto[]; meta: never };
  return { items: data, ...(meta as object) } as Awaited<ReturnType<typeof listQueue>>;
}

export async function itemOf(tenant: TestTenant, submissionId: string): Promise<SyncItemDto> {
  const item = (await listQueue(tenant)).items.find((one) => one.submissionId === submissionId);
  if (item === undefined) throw new Error(`${submissionId} is not in the queue`);
  return item;
}

export async function stepsOf({ sis }: TestTenant, submissionId: string): Promise<SyncTransitionDto[]> {
  const { body } = await sis.get(`/sync/queue/${submissionId}/history`);
  return body.data as unknown as SyncTransitionDto[];
}

/** The discrepancies: field, submitted, recorded, resolution. */
export async function found(tenant: TestTenant, submissionId: string): Promise<unknown[][]> {
  const all = await discrepanciesOf(tenant, submissionId);
  return all.map(({ field, submitted, recorded, resolution }) => [field, submitted, recorded, resolution]);
}

export async function resolve(
  tenant: TestTenant,
  submissionId: string,
  field: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const open = (await discrepanciesOf(tenant, submissionId)).findLast((one) => one.field === field);
  const path = `/submissions/${submissionId}/discrepancies/${open?.id ?? ''}/resolve`;
  return tenant.workflow.post(path, body, headers);
}

/** Replaces the fields of a submission that was sent back. */
export async function refill(tenant: TestTenant, submissionId: string, fields: object): Promise<void> {
  const { data } = (await tenant.workflow.get(`/submissions/${submissionId}`)).body;
  const { formType, studentId } = data;
  const answer = await tenant.workflow.put(`/submissions/${submissionId}`, { formType, studentId, fields });
  if (answer.status !== 200) throw new Error(`The fields were not replaced: ${JSON.stringify(answer.body)}`);
}
