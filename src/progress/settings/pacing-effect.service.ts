import { Injectable } from '@nestjs/common';

import type { TenantSettings } from '../../settings/settings.js';
import type { PreviewedSettings } from '../../tenancy/tenants/tenancy.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { parseProgressText } from '../document-text.js';
import { todayOf } from '../documents.service.js';
import type { ProgressPartsDto } from '../dto/progress-record.dto.js';
import { computePacing, MAY_MOVE, type Pacing, samePacing } from '../pacing/pacing.js';
import type { PacingStatus } from '../progress-enums.js';
import { factsUnder } from '../student-progress.js';
import { PacingEffectRepository } from './pacing-effect.repository.js';

/** Students who would move from one status to another. */
export interface PacingMove {
  readonly from: PacingStatus;
  readonly to: PacingStatus;
  readonly students: number;
}

/** What a change of settings would do to the pacing of students. */
export interface PacingEffect {
  /** Students whose pacing the change may concern. */
  readonly students: number;
  /** How many of them were looked at; fewer when there was no time for all. */
  readonly counted: number;
  /** The largest first. */
  readonly moves: readonly PacingMove[];
  /** Students whose status stays, and whose reasons or days behind differ. */
  readonly otherwise: number;
}

/** Some milliseconds of reading and computing. */
const BATCH = 200;

/** The statuses of the students whom a change may concern. */
function concernedBy(changed: Partial<TenantSettings>): PacingStatus[] {
  const { pacing = {}, requiredCommitteeRoles: roles, timeZone } = changed;
  const causes = [
    ...(Object.keys(pacing) as (keyof typeof pacing)[]),
    ...(roles === undefined ? [] : (['roles'] as const)),
    ...(timeZone === undefined ? [] : (['day'] as const)),
  ];
  return [...new Set(causes.flatMap((cause) => MAY_MOVE[cause]))];
}

function pacingUnder(scope: Scope, parts: ProgressPartsDto): Pacing {
  return computePacing(factsUnder(parts, scope.tenant), todayOf(scope), scope.tenant.pacing);
}

/** Counts by the rule that draws the records, with the settings of now and with others. */
@Injectable()
export class PacingEffectService {
  constructor(private readonly records: PacingEffectRepository) {}

  /**
   * @param isInTime asked before each batch
   * @returns null when the change does not concern pacing
   */
  async compare(
    { now, then, changed }: PreviewedSettings,
    isInTime: () => boolean,
  ): Promise<PacingEffect | null> {
    const statuses = concernedBy(changed);
    if (statuses.length === 0) return null;
    const students = await this.records.count(now, statuses);
    const moves = new Map<string, { from: PacingStatus; to: PacingStatus; students: number }>();
    let [counted, otherwise] = [0, 0];
    for await (const batch of this.read(now, statuses, isInTime)) {
      counted += batch.length;
      for (const parts of batch) {
        const [one, other] = [pacingUnder(now, parts), pacingUnder(then, parts)];
        if (one.status === other.status) {
          otherwise += samePacing(one, other) ? 0 : 1;
          continue;
        }
        const key = `${one.status} ${other.status}`;
        const move = moves.get(key) ?? { from: one.status, to: other.status, students: 0 };
        moves.set(key, { ...move, students: move.students + 1 });
      }
    }
    const largestFirst = [...moves.values()].sort((one, other) => other.students - one.students);
    // Records may come and go while they are read.
    return { students: Math.max(students, counted), counted, moves: largestFirst, otherwise };
  }

  private async *read(
    scope: Scope,
    statuses: readonly PacingStatus[],
    isInTime: () => boolean,
  ): AsyncGenerator<ProgressPartsDto[]> {
    for (const status of statuses) {
      for (let after = ''; ;) {
        if (!isInTime()) return;
        const rows = await this.records.next(scope, status, after, BATCH);
        yield rows.map(({ progress }) => parseProgressText(progress));
        if (rows.length < BATCH) break;
        after = rows.at(-1)?.studentId ?? after;
      }
    }
  }
}
