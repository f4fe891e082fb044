import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { In, Repository } from 'typeorm';

import type { Writer } from '../database/transaction/reader.js';
import { beginningWith } from '../database/statements/like.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { firstDryRunOf } from './first-dry-run.js';
import { LastRun } from './last-run.entity.js';
import { seriesOfUpload, type Upload } from './nightly-runs.js';
import { PAUSE_DAYS, RunSeries } from './run-series.entity.js';
import { LoggedRequest } from './request-log.entity.js';
import {
  MOST_SCANNED,
  type RequestFilter,
  type RequestPosition,
  type RequestQuery,
  selectionOf,
  stepOf,
} from './request-selection.js';

export type NewLoggedRequest = Omit<LoggedRequest, 'id'>;
/** A request as lists show it. */
export type RequestSummary = Omit<LoggedRequest, 'body' | 'answer'>;

const LISTED = [
  'id',
  'tenantId',
  'at',
  'method',
  'path',
  'route',
  'status',
  'statusClass',
  'ms',
  'actor',
  'address',
  'requestId',
  'run',
  'code',
  'counts',
] as const;

/** So few that a statement of an export reads no more rows than one about a page. */
const EXPORTED_AT_ONCE = 400;

/** Looks at a bounded number of rows. */
const REFUSED = `SELECT \`id\` FROM (
    SELECT \`id\`, \`at\`, \`actor\`, \`answer\` IS NOT NULL AS \`hasAnswer\`
    FROM \`request_log\` FORCE INDEX (\`ix_request_log_status\`)
    WHERE \`tenantId\` = ? AND \`statusClass\` = ? ORDER BY \`at\` DESC, \`id\` DESC LIMIT ?
  ) \`seen\` WHERE \`hasAnswer\` AND \`actor\` IN (?) ORDER BY \`at\` DESC, \`id\` DESC LIMIT ?`;

/** A caller may give one request ID to many calls. */
const MOST_OF_BEGINNING = 200;
const BEGINNING = `SELECT MAX(\`id\`) AS \`id\` FROM (
    SELECT \`requestId\`, \`id\` FROM \`request_log\` FORCE INDEX (\`ix_request_log_request\`)
    WHERE \`tenantId\` = ? AND \`requestId\` LIKE ? ORDER BY \`requestId\` DESC, \`id\` DESC LIMIT ?
  ) \`seen\` GROUP BY \`requestId\` ORDER BY \`requestId\` DESC LIMIT ?`;

/** A caller may name each call as it likes. */
const MOST_SERIES = 100;

/** The assignments are made from left to right, so that of `at`, which the others compare with, comes last. */
const SERIES_GOES_ON = `ON DUPLICATE KEY UPDATE
  \`days\` = CASE WHEN VALUES(\`at\`) > \`at\` + INTERVAL ${PAUSE_DAYS} DAY THEN 1
    ELSE \`days\` + (DATE(VALUES(\`at\`)) > DATE(\`at\`)) END,
  \`since\` = IF(VALUES(\`at\`) > \`at\` + INTERVAL ${PAUSE_DAYS} DAY, VALUES(\`since\`), \`since\`),
  \`run\` = VALUES(\`run\`), \`actor\` = VALUES(\`actor\`), \`inserted\` = VALUES(\`inserted\`),
  \`updated\` = VALUES(\`updated\`), \`unchanged\` = VALUES(\`unchanged\`), \`failed\` = VALUES(\`failed\`),
  \`at\` = GREATEST(\`at\`, VALUES(\`at\`))`;

/** Requests of a tenant, and how many there are; `isCapped` when there are more than were counted. */
export interface RequestPage {
  readonly rows: RequestSummary[];
  readonly total: number;
  readonly isCapped: boolean;
}

@Injectable()
export class RequestsRepository {
  private readonly table: BatchTable<LoggedRequest>;
  private readonly runs: BatchTable<LastRun>;

  constructor(
    @InjectRepository(LoggedRequest) private readonly requests: Repository<LoggedRequest>,
    @InjectRepository(LastRun) private readonly lastRuns: Repository<LastRun>,
  ) {
    this.table = new BatchTable(requests, ['id']);
    this.runs = new BatchTable(lastRuns, ['tenantId']);
  }

  async add(writer: Writer, requests: readonly NewLoggedRequest[]): Promise<void> {
    // With an id of null the server numbers the row.
    await this.table.put(
      writer,
      requests.map((request) => ({ ...request, id: null as unknown as number })),
    );
  }

  /** @param uploads at most one of a series */
  async saveUploads(writer: Writer, uploads: readonly Upload[]): Promise<void> {
    const last = new Map<string, Upload>();
    for (const upload of uploads) {
      const known = last.get(upload.tenantId);
      if (known === undefined || known.at <= upload.at) last.set(upload.tenantId, upload);
    }
    await this.saveRuns(writer, [...last.values()]);
    await this.saveSeries(writer, uploads);
  }

  /** @param runs at most one of a tenant */
  async saveRuns(writer: Writer, runs: readonly LastRun[]): Promise<void> {
    const rows = runs.map(({ tenantId, at, actor, inserted, updated, unchanged, failed }) => {
      return { tenantId, at, actor, inserted, updated, unchanged, failed };
    });
    await this.runs.put(writer, rows);
  }

  /** @param uploads at most one of a series */
  async saveSeries(writer: Writer, uploads: readonly Upload[]): Promise<void> {
    if (uploads.length === 0) return;
    const sql = `INSERT INTO \`run_series\` (\`tenantId\`, \`series\`, \`at\`, \`since\`, \`days\`, \`run\`, \`actor\`,
      \`inserted\`, \`updated\`, \`unchanged\`, \`failed\`) VALUES ? ${SERIES_GOES_ON}`;
    const rows = uploads.map(({ tenantId, at, run, actor, inserted, updated, unchanged, failed }) => {
      const key: unknown[] = [tenantId, seriesOfUpload(run, actor), at, at, 1, run, actor];
      return key.concat([inserted, updated, unchanged, failed]);
    });
    await writer.write(sql, [rows]);
  }

  /** Those that came last. */
  seriesOf({ tenantId }: Pick<Scope, 'tenantId'>): Promise<RunSeries[]> {
    return this.requests.manager.find(RunSeries, {
      where: { tenantId },
      order: { at: 'DESC' },
      take: MOST_SERIES,
    });
  }

  /** How many rows {@link deleteOldSeries} would delete. */
  async countOldSeries(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.requests.query(
      'SELECT COUNT(*) AS `found` FROM ' +
        '(SELECT 1 FROM `run_series` WHERE `tenantId` = ? AND `at` < ? LIMIT ?) `old`',
      [tenantId, before, most],
    );
    return Number(counted?.found ?? 0);
  }

  /** @returns how many series were deleted that did not come since then; fewer than `limit` when none is left */
  async deleteOldSeries(tenantId: string, before: Date, limit: number): Promise<number> {
    const result: ResultSetHeader = await this.requests.query(
      'DELETE FROM `run_series` WHERE `tenantId` = ? AND `at` < ? LIMIT ?',
      [tenantId, before, limit],
    );
    return result.affectedRows;
  }

  /** The first dry run among the latest requests. */
  async firstDryRun({ tenantId }: Pick<Scope, 'tenantId'>): Promise<Date | undefined> {
    const { sql, values } = firstDryRunOf(tenantId);
    const [row]: { at: Date }[] = await this.requests.query(sql, values);
    return row?.at;
  }

  lastRun({ tenantId }: Pick<Scope, 'tenantId'>): Promise<LastRun | null> {
    return this.lastRuns.findOneBy({ tenantId });
  }

  /** The last runs of all tenants. */
  lastRunsOfAll(): Promise<LastRun[]> {
    return this.lastRuns.find();
  }

  /** Reads a bounded number of rows, whatever the filter. */
  async page(scope: Scope, query: RequestQuery): Promise<RequestPage> {
    const selection = selectionOf(scope.tenantId, query);
    const [counted]: { seen: string; found: string }[] = await this.requests.query(
      selection.count,
      selection.countValues,
    );
    const ids: { id: number | string }[] = await this.requests.query(selection.page, selection.pageValues);
    const seen = Number(counted?.seen ?? 0);
    const found = Number(counted?.found ?? 0);
    return {
      rows: await this.summaries(ids.map(({ id }) => String(id))),
      total: Math.min(found, selection.mostCounted),
      isCapped: seen > selection.mostScanned || found > selection.mostCounted,
    };
  }

  /** Every request that the filter leaves, the latest first, read while they are taken. */
  async *all({ tenantId }: Pick<Scope, 'tenantId'>, filter: RequestFilter): AsyncGenerator<RequestSummary[]> {
    let after: RequestPosition | undefined;
    for (;;) {
      const { sql, values } = stepOf(tenantId, filter, after, EXPORTED_AT_ONCE);
      const seen: { id: number | string; at: Date; matches: number | string }[] = await this.requests.query(
        sql,
        [...values],
      );
      const found = seen.filter(({ matches }) => Number(matches) === 1).map(({ id }) => String(id));
      if (found.length > 0) yield await this.summaries(found);
      const last = seen.at(-1);
      if (last === undefined || seen.length < EXPORTED_AT_ONCE) return;
      after = { at: last.at, id: Number(last.id) };
    }
  }

  /** The newest requests of these actors with a refusal, also of a part of them; the newest first. */
  async refused(
    { tenantId }: Pick<Scope, 'tenantId'>,
    actors: readonly string[],
    limit: number,
  ): Promise<LoggedRequest[]> {
    if (actors.length === 0) return [];
    const found = await Promise.all(
      // Of the answers with 2xx only those of bulk requests show what was refused.
      [4, 2].map((statusClass) =>
        this.requests.query<{ id: number | string }[]>(REFUSED, [
          tenantId,
          statusClass,
          MOST_SCANNED,
          actors,
          limit,
        ]),
      ),
    );
    const ids = found.flat().map(({ id }) => Number(id));
    if (ids.length === 0) return [];
    const rows = await this.requests.findBy({ tenantId, id: In(ids) });
    return rows.sort((one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id);
  }

  /** The latest requests with these request IDs, the newest first. */
  async withIds(
    { tenantId }: Pick<Scope, 'tenantId'>,
    requestIds: readonly string[],
    most: number,
  ): Promise<RequestSummary[]> {
    if (requestIds.length === 0) return [];
    const sql = `SELECT \`id\` FROM \`request_log\` FORCE INDEX (\`ix_request_log_request\`)
      WHERE \`tenantId\` = ? AND \`requestId\` IN (?) ORDER BY \`id\` DESC LIMIT ?`;
    const found: { id: number | string }[] = await this.requests.query(sql, [
      tenantId,
      [...requestIds],
      most,
    ]);
    return this.summaries(found.map(({ id }) => String(id)));
  }

  /** The latest request of each request ID that begins with this ASCII text. */
  async beginning(
    { tenantId }: Pick<Scope, 'tenantId'>,
    text: string,
    most: number,
  ): Promise<RequestSummary[]> {
    const found: { id: number | string }[] = await this.requests.query(BEGINNING, [
      tenantId,
      beginningWith(text),
      MOST_OF_BEGINNING,
      most,
    ]);
    return this.summaries(found.map(({ id }) => String(id)));
  }

  async find({ tenantId }: Pick<Scope, 'tenantId'>, id: number): Promise<LoggedRequest | null> {
    return this.requests.findOneBy({ tenantId, id });
  }

  /** How many rows {@link deleteOlder} would delete, up to `most`. */
  async countOlder(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.requests.query(
      'SELECT COUNT(*) AS `found` FROM ' +
        '(SELECT 1 FROM `request_log` WHERE `tenantId` = ? AND `at` < ? LIMIT ?) `old`',
      [tenantId, before, most],
    );
    return Number(counted?.found ?? 0);
  }

  /** @returns how many rows were deleted; fewer than `limit` when no older ones are left */
  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const sql = 'DELETE FROM `request_log` WHERE `tenantId` = ? AND `at` < ? ORDER BY `at` LIMIT ?';
    const result: ResultSetHeader = await this.requests.query(sql, [tenantId, before, limit]);
    return result.affectedRows;
  }

  /** In the order of the ids. */
  private async summaries(ids: readonly string[]): Promise<RequestSummary[]> {
    if (ids.length === 0) return [];
    const found = await this.requests
      .createQueryBuilder('request')
      .select(LISTED.map((column) => `request.${column}`))
      .whereInIds(ids)
      .getMany();
    const byId = new Map(found.map((request) => [String(request.id), request]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
