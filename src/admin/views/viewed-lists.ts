import type { DtoClass } from '../../http/validation/dto-class.js';
import { DisclosuresQueryDto } from '../../privacy/disclosures/disclosures.dto.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import { AdministratorsQueryDto } from '../administrators/administrators.dto.js';
import { AlertListQueryDto } from '../alerts/alerts.dto.js';
import { AuditQueryDto } from '../audit/audit.dto.js';
import { ConflictListQueryDto } from '../conflicts/conflicts.dto.js';
import { ConnectionsQueryDto } from '../connections/connections.dto.js';
import { DecisionListQueryDto } from '../decisions/decisions.dto.js';
import { DiscrepancyListQueryDto } from '../discrepancies/discrepancies.dto.js';
import { RuleListQueryDto } from '../discrepancies/discrepancy-rules.dto.js';
import { DiscrepancyGroupsQueryDto } from '../discrepancies/groups.dto.js';
import { WaitingSubmissionsQueryDto } from '../discrepancies/waiting.dto.js';
import { HoldListQueryDto } from '../holds/holds.dto.js';
import { KeysQueryDto } from '../keys/keys.dto.js';
import { MappingListQueryDto } from '../mappings/mappings.dto.js';
import { ProgressListQueryDto } from '../progress/progress.dto.js';
import { QueueListQueryDto } from '../queue/queue.dto.js';
import { ReadersQueryDto } from '../readers/readers.dto.js';
import { RequestsQueryDto } from '../requests/requests.dto.js';
import { AdminRunsQueryDto } from '../runs/runs.dto.js';
import { UsersQueryDto } from '../users/users.dto.js';

/** The lists that can have views, by their addresses, with the query of each: it says what a view may hold. */
const QUERIES: Readonly<Record<string, DtoClass<object>>> = {
  administrators: AdministratorsQueryDto,
  alerts: AlertListQueryDto,
  audit: AuditQueryDto,
  conflicts: ConflictListQueryDto,
  connections: ConnectionsQueryDto,
  decisions: DecisionListQueryDto,
  disclosures: DisclosuresQueryDto,
  discrepancies: DiscrepancyListQueryDto,
  'discrepancy-groups': DiscrepancyGroupsQueryDto,
  'discrepancy-rules': RuleListQueryDto,
  holds: HoldListQueryDto,
  keys: KeysQueryDto,
  mappings: MappingListQueryDto,
  progress: ProgressListQueryDto,
  queue: QueueListQueryDto,
  readers: ReadersQueryDto,
  requests: RequestsQueryDto,
  runs: AdminRunsQueryDto,
  submissions: WaitingSubmissionsQueryDto,
  users: UsersQueryDto,
};

export const VIEWED_LISTS = Object.keys(QUERIES);

/** Lists that operators do not open; administrators and auditors open all. */
const NOT_FOR_OPERATORS: ReadonlySet<string> = new Set([
  'administrators',
  'audit',
  'connections',
  'disclosures',
  'keys',
]);

/** The lists that this role opens: it sees views of no other. */
export function listsFor(role: AdministrationRole | undefined): readonly string[] {
  if (role === undefined) return [];
  return role === 'operator' ? VIEWED_LISTS.filter((list) => !NOT_FOR_OPERATORS.has(list)) : VIEWED_LISTS;
}

/** The query of a list; undefined when there is no such list, or no more. */
export function queryOf(list: string): DtoClass<object> | undefined {
  return Object.hasOwn(QUERIES, list) ? QUERIES[list] : undefined;
}
