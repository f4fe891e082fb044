import { Injectable } from '@nestjs/common';

import { AuditService, type ReadEvent } from '../../audit/audit.service.js';
import { AuditEntryNotFound } from '../../errors/request-log.errors.js';
import type { Success } from '../../http/answers.js';
import { csvOf, type CsvValue, momentsIn } from '../../http/csv.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, type ListQueryDto, pageRangeOf } from '../../http/lists/list-query.js';
import {
  type AuditEventDto,
  type AuditExportQueryDto,
  type AuditFilterDto,
  type AuditQueryDto,
  presentEvent,
} from './audit.dto.js';
import { TargetLabels } from './target-labels.js';
import { TargetValues } from './target-values.js';

const HEADER = [
  'Action',
  'By',
  'Actor',
  'Target',
  'Run',
  'IP address',
  'Before',
  'After',
  'Request ID',
  'ID',
];

const USER = 'user:';

/** The people whom entries are about. */
function peopleIn(rows: readonly ReadEvent[]): string[] {
  return rows.flatMap(({ target }) => (target.startsWith(USER) ? [target.slice(USER.length)] : []));
}

/** The audit log, as the pages show it. */
@Injectable()
export class AdminAuditService {
  constructor(
    private readonly audit: AuditService,
    private readonly labels: ActorLabels,
    private readonly targets: TargetLabels,
    private readonly values: TargetValues,
    private readonly disclosures: DisclosureLog,
  ) {}

  async list(scope: Scope, query: AuditQueryDto): Promise<Success<AuditEventDto[]>> {
    const { order = 'DESC', target, run, actor, action, from, to } = query;
    // A target may be in any entry of an act, and only the first one would be listed.
    const byAct = query.byAct === true && target === undefined;
    const filter = { target, run, actor, action, from, to, byAct };
    const { rows, total } = await this.audit.list(scope, filter, { order, ...pageRangeOf(query) });
    return listed(await this.presentWithValues(scope, rows), total, query);
  }

  /** @throws {AuditEntryNotFound} when the tenant has no such entry, or it is not the first one of an act */
  async entries(scope: Scope, id: string, query: ListQueryDto): Promise<Success<AuditEventDto[]>> {
    const first = /^\d{1,15}$/.test(id) ? await this.audit.find(scope, Number(id)) : undefined;
    if (first === undefined || first.actEntries === 0) throw new AuditEntryNotFound();
    const { offset, limit } = pageRangeOf(query);
    const range = { offset, limit: Math.max(0, Math.min(limit, first.actEntries - offset)) };
    const rows = range.limit === 0 ? [] : await this.audit.entriesOfAct(scope, first, range);
    return listed(await this.presentWithValues(scope, rows), first.actEntries, query);
  }

  /** Every entry as CSV, in chunks. */
  export(scope: Scope, { timeZone = 'UTC', ...filter }: AuditExportQueryDto): AsyncGenerator<string> {
    return csvOf([`Time (${timeZone})`, ...HEADER], this.cells(scope, timeZone, filter));
  }

  /** Every entry as the list has it, a line of JSON each, in chunks. */
  async *exportLines(scope: Scope, filter: AuditFilterDto): AsyncGenerator<string> {
    for await (const rows of this.audit.all(scope, filter)) {
      const { entries, people } = await this.present(scope, rows);
      await this.disclosures.record(scope, 'download', people);
      yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    }
  }

  private async *cells(
    scope: Scope,
    timeZone: string,
    filter: AuditFilterDto,
  ): AsyncGenerator<readonly CsvValue[]> {
    const text = momentsIn(timeZone);
    for await (const rows of this.audit.all(scope, filter)) {
      const labelOf = await this.labels.of(scope, rows, ({ actor }) => actor);
      await this.disclosures.record(scope, 'download', peopleIn(rows));
      for (const { at, action, actor, target, run, address, before, after, requestId, id } of rows) {
        const changes = [before, after].map((change) => (change === null ? null : JSON.stringify(change)));
        const by = labelOf(actor);
        yield [text(at), action, by, actor, target, run, address, ...changes, requestId, String(id)];
      }
    }
  }

  /** Files are kept elsewhere, and have no values of people. */
  private async presentWithValues(scope: Scope, rows: readonly ReadEvent[]): Promise<AuditEventDto[]> {
    const [{ entries }, valuesOf] = await Promise.all([
      this.present(scope, rows),
      this.values.of(scope, rows),
    ]);
    return entries.map((entry) => ({ ...entry, values: valuesOf(entry) }));
  }

  private async present(
    scope: Scope,
    rows: readonly ReadEvent[],
  ): Promise<{ entries: AuditEventDto[]; people: readonly string[] }> {
    const actorOf = await this.labels.of(scope, rows, ({ actor }) => actor);
    const { labelOf, people } = await this.targets.of(scope, rows);
    const entries = rows.map((event) =>
      presentEvent(event, { actorLabel: actorOf(event.actor), targetLabel: labelOf(event), values: null }),
    );
    return { entries, people };
  }
}
