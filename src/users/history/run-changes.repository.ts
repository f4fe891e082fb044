import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { type Did, partOfField } from './run-part.js';
import { UserHistoryEntry } from './user-change.entity.js';
import type { HistoryRange } from './user-changes.repository.js';

/** The largest number of changes of a run that is counted exactly. */
const MOST_COUNTED = 10_000;

/** A user whom a run changed, the history entry, and what it did. */
export interface EntryOfRun extends Did {
  readonly id: number;
  readonly userId: string;
}

/** Which entries of a run, in which order. */
export interface RunEntryRange {
  readonly order: 'ASC' | 'DESC';
  /** The entries before this one. */
  readonly before: number;
  readonly limit: number;
}

/** A status that was set, as JSON is compared by each kind of server. */
const sets = (status: string): string =>
  `JSON_CONTAINS(\`fields\`, '{"field":"accountStatus","after":"${status}"}')`;

/** What the runs of a tenant changed; `UserChangesRepository` writes the table. */
@Injectable()
export class RunChangesRepository {
  constructor(@InjectRepository(UserHistoryEntry) private readonly entries: Repository<UserHistoryEntry>) {}

  /** The first and the last entry of a run; undefined when it changed no user. */
  async spanOf(scope: Scope, run: string): Promise<{ first: number; last: number } | undefined> {
    const [first] = await this.ofRun(scope, run, { order: 'ASC', before: Number.MAX_SAFE_INTEGER, limit: 1 });
    const [last] = await this.ofRun(scope, run, { order: 'DESC', before: Number.MAX_SAFE_INTEGER, limit: 1 });
    return first === undefined || last === undefined ? undefined : { first: first.id, last: last.id };
  }

  /** When the last entry of each of these runs was written; a run without one is not in the map. */
  async lastOf({ tenantId }: Scope, runs: readonly string[]): Promise<Map<string, Date>> {
    if (runs.length === 0) return new Map();
    const one = `(SELECT \`run\`, \`at\` FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_run\`)
      WHERE \`tenantId\` = ? AND \`run\` = ? AND \`run\` = ? COLLATE utf8mb4_bin ORDER BY \`id\` DESC LIMIT 1)`;
    const rows: { run: string; at: Date }[] = await this.entries.query(
      runs.map(() => one).join(' UNION ALL '),
      runs.flatMap((run) => [tenantId, run, run]),
    );
    return new Map(rows.map(({ run, at }) => [run, at]));
  }

  /**
   * A part of a run's entries. The index compares names without case; the statement compares them exactly.
   * `CONCAT` makes text of the JSON, which one of the drivers would read.
   */
  async ofRun(
    { tenantId }: Scope,
    run: string,
    { order, before, limit }: RunEntryRange,
  ): Promise<EntryOfRun[]> {
    const sql = `SELECT \`id\`, \`userId\`, \`kind\`, CONCAT(JSON_EXTRACT(\`fields\`, '$[*].field')) AS \`names\`,
        CASE WHEN \`fields\` NOT LIKE '%"accountStatus"%' THEN NULL
          WHEN ${sets('inactive')} THEN 'inactive' WHEN ${sets('active')} THEN 'active' END AS \`status\`
      FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_run\`)
      WHERE \`tenantId\` = ? AND \`run\` = ? AND \`run\` = ? COLLATE utf8mb4_bin AND \`id\` < ?
      ORDER BY \`id\` ${order} LIMIT ?`;
    const rows: Row[] = await this.entries.query(sql, [tenantId, run, run, before, limit]);
    const known = new Map<string, readonly string[]>();
    return rows.map(({ id, userId, kind, names, status }) => {
      const fields = known.get(names ?? '') ?? fieldsIn(names);
      known.set(names ?? '', fields);
      return { id: Number(id), userId, kind, fields, status };
    });
  }

  /** A part of a run's entries with their fields, and how many there are; beyond ten thousand they are not counted. */
  async pageOfRun(
    { tenantId }: Scope,
    run: string,
    { order, offset, limit }: HistoryRange,
  ): Promise<{ rows: UserHistoryEntry[]; total: number; isCapped: boolean }> {
    const ofRun = `FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_run\`)
      WHERE \`tenantId\` = ? AND \`run\` = ? AND \`run\` = ? COLLATE utf8mb4_bin`;
    const [counted]: { found: number | string }[] = await this.entries.query(
      `SELECT COUNT(*) AS \`found\` FROM (SELECT \`id\` ${ofRun} LIMIT ?) \`seen\``,
      [tenantId, run, run, MOST_COUNTED + 1],
    );
    const ids: { id: number }[] = await this.entries.query(
      `SELECT \`id\` ${ofRun} ORDER BY \`id\` ${order} LIMIT ? OFFSET ?`,
      [tenantId, run, run, limit, offset],
    );
    const rows = await this.entries.find({
      where: { id: In(ids.map(({ id }) => id)) },
      order: { id: order },
    });
    const found = Number(counted?.found ?? 0);
    return { rows, total: Math.min(found, MOST_COUNTED), isCapped: found > MOST_COUNTED };
  }
}

interface Row extends Pick<EntryOfRun, 'userId' | 'kind' | 'status'> {
  readonly id: number | string;
  /** A JSON array. */
  readonly names: string | null;
}

function fieldsIn(names: string | null): string[] {
  return names === null ? [] : [...new Set((JSON.parse(names) as string[]).map(partOfField))];
}
