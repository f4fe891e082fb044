/** How a resource of the API differs from what react-admin expects. */
export interface Kind {
  /** The field that identifies a row; react-admin calls it `id`. */
  readonly key: string;
  /** Listed below one row of another resource, `users/950000001/changes`; the filter `of` says which. */
  readonly under?: string;
  /** What the API can sort by; any other wish is left out. */
  readonly sorts?: readonly string[];
  /** One of a kind: `GET <resource>` and `PATCH <resource>`, without an id. */
  readonly single?: boolean;
  /** What `PUT` sends. Without it a change is a `PATCH` of what differs. */
  readonly replaces?: readonly string[];
}

/** The id of a resource that is one of a kind. */
export const THE_ONE = 'current';

/** The id of what holds for every program that has nothing of its own. */
export const ALL_PROGRAMS = '_all';

export const KINDS: Readonly<Record<string, Kind>> = {
  keys: { key: 'apiKey', sorts: ['createdAt', 'label', 'lastUsedAt', 'expiresAt', 'status'] },
  administrators: { key: 'userId', sorts: ['lastName', 'email'] },
  invitations: { key: 'userId' },
  users: { key: 'id', sorts: ['lastName', 'id', 'email', 'createdAt', 'updatedAt'] },
  changes: { key: 'id', under: 'users', sorts: ['at'] },
  progress: { key: 'studentId', sorts: ['lastName', 'changedAt', 'studentId'] },
  queue: { key: 'submissionId', sorts: ['updatedAt'] },
  holds: { key: 'id', sorts: ['requestedAt'] },
  discrepancies: { key: 'id', sorts: ['createdAt'] },
  mappings: { key: 'formType', replaces: ['links'] },
  templates: { key: 'programId', replaces: ['milestones'] },
  programs: { key: 'programId', sorts: ['name', 'programId'] },
  settings: { key: 'tenantName', single: true },
  requests: { key: 'id', sorts: ['at'] },
  audit: { key: 'id', sorts: ['at'] },
};

export function kindOf(resource: string): Kind {
  const kind = KINDS[resource];
  if (kind === undefined) throw new Error(`Unknown resource ${resource}`);
  return kind;
}
