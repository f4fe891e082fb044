export const PACING_STATUSES = [
  'behind',
  'at_risk',
  'on_track',
  'ahead',
  'not_started',
  'paused',
  'completed',
] as const;
export type PacingStatus = (typeof PACING_STATUSES)[number];

export interface Pacing {
  readonly status: PacingStatus;
  readonly reasons: readonly string[];
  readonly completed: number;
  readonly total: number;
  readonly nextMilestone: { readonly code: string; readonly dueOn: string | null } | null;
  readonly daysBehind: number;
  readonly asOf: string;
}

export interface Milestone {
  readonly code: string;
  readonly name: string;
  readonly sequence: number;
  readonly required: boolean;
  readonly status: string;
  readonly result: string | null;
  readonly dueOn: string | null;
  readonly completedOn: string | null;
}

export interface Version {
  readonly number: number;
  readonly title: string | null;
  readonly stage: string;
  readonly status: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
}

export interface Dissertation {
  readonly title: string | null;
  readonly status: string;
  readonly startedOn: string | null;
  readonly defendedOn: string | null;
  readonly versions: readonly Version[];
}

export interface Member {
  readonly facultyId: string;
  readonly name: string;
  readonly role: string;
  readonly status: string;
  readonly isExternal: boolean;
  readonly active: boolean;
}

export interface Committee {
  readonly status: string;
  readonly formedOn: string | null;
  readonly missingRoles: readonly string[];
  readonly members: readonly Member[];
}

interface Student {
  readonly id: string;
  readonly studentId: string;
  readonly legacyNumber: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly accountStatus: string;
  readonly schoolProgram: string | null;
  readonly programId: string | null;
  readonly pacing: Pacing;
  readonly changedAt: string;
}

export interface ProgressRow extends Student {
  readonly dissertation: { readonly title: string | null; readonly status: string };
}

export interface ProgressRecord extends Student {
  readonly degree: string | null;
  readonly monthOfEntry: number | null;
  readonly yearOfEntry: number | null;
  readonly dissertation: Dissertation;
  readonly milestones: readonly Milestone[];
  readonly committee: Committee;
}
