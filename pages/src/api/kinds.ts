/** How a list of the API differs from what react-admin expects. */
export interface Kind {
  /** The field that identifies a row; react-admin calls it `id`. */
  readonly key: string;
  /** A second field of the key, where one is not enough; it is asked for in the query. */
  readonly second?: string;
  /** The last part of the address, where it is not the name of the list. */
  readonly path?: string;
  /** Listed below one row of another list, as in `users/950000001/changes`; the filter `parentId` says which. */
  readonly under?: string;
  /** What the API can sort by: these columns can be sorted, and any other order is not asked for. */
  readonly sorts?: readonly string[];
  /** The API pages it by cursor: how many rows there are in all is not known. */
  readonly byCursor?: true;
}

const KINDS: Readonly<Record<string, Kind>> = {
  keys: { key: 'apiKey', sorts: ['createdAt', 'label', 'lastUsedAt', 'expiresAt', 'status'] },
  administrators: { key: 'userId', sorts: ['lastName', 'email'] },
  invitations: { key: 'userId' },
  users: { key: 'id', sorts: ['lastName', 'id', 'email', 'createdAt', 'updatedAt'] },
  changes: { key: 'id', under: 'users', sorts: ['at'] },
  seats: { key: 'studentId', under: 'users', sorts: ['studentName'] },
  userSubmissions: { key: 'submissionId', under: 'users', path: 'submissions', sorts: ['createdAt'] },
  userRequests: { key: 'id', under: 'users', path: 'requests', sorts: ['at'] },
  progress: {
    key: 'studentId',
    sorts: ['lastName', 'studentId', 'daysBehind', 'dueOn', 'pacing', 'changedAt'],
  },
  connectors: { key: 'name' },
  queue: { key: 'submissionId', second: 'targetSystem', sorts: ['updatedAt'] },
  alerts: { key: 'id', sorts: ['openedAt'] },
  decisions: { key: 'id' },
  holds: { key: 'id', sorts: ['requestedAt'] },
  conflicts: { key: 'id', sorts: ['lastAt'] },
  discrepancies: { key: 'id', sorts: ['createdAt'] },
  'discrepancy-groups': { key: 'groupKey', sorts: ['discrepancies'] },
  'discrepancy-rules': { key: 'id', sorts: ['createdAt'] },
  submissions: { key: 'submissionId', sorts: ['waitingSince'] },
  mappings: { key: 'formType' },
  programs: { key: 'programId', sorts: ['name', 'programId'] },
  requests: { key: 'id', sorts: ['at'] },
  runs: { key: 'name', sorts: ['startedAt'] },
  runChanges: { key: 'id', under: 'runs', path: 'changes', sorts: ['at'] },
  runPeople: { key: 'userId', under: 'runs', path: 'people', byCursor: true },
  runFailures: { key: 'id', under: 'runs', path: 'failures', sorts: ['at'] },
  userFailures: { key: 'id', under: 'users', path: 'failures', sorts: ['at'] },
  audit: { key: 'id', sorts: ['at'] },
  auditEntries: { key: 'id', under: 'audit', path: 'entries' },
  disclosures: { key: 'id', sorts: ['day'] },
  connections: { key: 'id', sorts: ['label'] },
  drops: { key: 'folder', sorts: ['folder'] },
  readers: { key: 'apiKey', sorts: ['lastReadAt'] },
};

/** Between the two fields of a key; no first field contains it. */
const BETWEEN = '~';

/** The fields of a row by which the API finds it. */
export interface RowKey {
  readonly first: string;
  readonly second: string | undefined;
}

export function idOf({ key, second }: Kind, row: Readonly<Record<string, unknown>>): string | number {
  const first = row[key] as string | number;
  const other = second === undefined ? null : row[second];
  return typeof other === 'string' ? `${first}${BETWEEN}${other}` : first;
}

export function keyOf({ second }: Kind, id: string | number): RowKey {
  const text = id.toString();
  const end = second === undefined ? -1 : text.indexOf(BETWEEN);
  return end < 0
    ? { first: text, second: undefined }
    : { first: text.slice(0, end), second: text.slice(end + BETWEEN.length) };
}

export function kindOf(resource: string): Kind {
  const kind = KINDS[resource];
  if (kind === undefined) throw new Error(`Unknown resource ${resource}`);
  return kind;
}
