import type { DissertationVersion } from '../../src/progress/entities/dissertation-version.entity.js';
import type { Milestone } from '../../src/progress/entities/milestone.entity.js';

export const OWNER = { tenantId: 't', studentId: '950000001' };

/** A milestone of a student, as the database has it. */
export const milestoneRow = (overrides: Partial<Milestone> = {}): Milestone => ({
  ...OWNER,
  code: 'candidacy',
  name: 'Candidacy',
  sequence: 50,
  required: true,
  status: 'not_started',
  result: null,
  dueOn: null,
  completedOn: null,
  ...overrides,
});

/** A version of a dissertation, as the database has it. */
export const versionRow = (overrides: Partial<DissertationVersion> = {}): DissertationVersion => ({
  ...OWNER,
  number: 1,
  title: null,
  stage: 'proposal',
  status: 'draft',
  submittedAt: null,
  decidedAt: null,
  ...overrides,
});
