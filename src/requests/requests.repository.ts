import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { SingleStatements } from '../database/transaction/reader.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { LastRun } from './last-run.entity.js';
import { LoggedRequest } from './request-log.entity.js';
import { type RequestQuery, selectionOf } from './request-selection.js';

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
  'code',
  'counts',
] as const;

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

  async add(requests: readonly NewLoggedRequest[]): Promise<void> {
    // With an id of null the server numbers the row.
    await this.table.put(
      new SingleStatements(this.requests.manager),
      requests.map((request) => ({ ...request, id: null as unknown as number })),
    );
  }

  /** @param runs at most one of a tenant */
  async saveRuns(runs: readonly LastRun[]): Promise<void> {
    await this.runs.put(new SingleStatements(this.requests.manager), runs);
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

  async find({ tenantId }: Pick<Scope, 'tenantId'>, id: number): Promise<LoggedRequest | null> {
    return this.requests.findOneBy({ tenantId, id });
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
