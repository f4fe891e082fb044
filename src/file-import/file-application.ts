import { Injectable } from '@nestjs/common';

import type { RowOutcome } from '../http/ndjson/bulk-job.js';
import { BulkLine } from '../http/ndjson/bulk-line.js';
import type { Scope } from '../tenancy/scope.js';
import { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import { BulkUsersService } from '../users/provisioning/bulk-users.service.js';
import { inputLinesOf } from './input-lines.js';
import type { FileRow } from './sources/formats.js';

/** What became of the lines of a file so far. */
export interface AppliedCounts {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** People who lost their access, and who got it back; counted as updated too. */
  deprovisioned: number;
  restored: number;
  /** Lines that wait for a decision about who the person is, counted as unchanged too. */
  pending: number;
  /** De-provisionings that are held, counted as updated or unchanged too. */
  held: number;
  /** De-provisioned beyond a limit that is only observed. */
  overThreshold: number;
}

export const NOTHING: Readonly<AppliedCounts> = {
  received: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  deprovisioned: 0,
  restored: 0,
  pending: 0,
  held: 0,
  overThreshold: 0,
};
const OF_PEOPLE = ['deprovisioned', 'restored', 'overThreshold'] as const;

function add(counts: AppliedCounts, outcomes: readonly RowOutcome[]): void {
  for (const outcome of outcomes) {
    counts.received += 1;
    counts[outcome.kind === 'refused' ? 'failed' : outcome.kind] += 1;
    if (outcome.kind === 'refused') continue;
    for (const name of OF_PEOPLE) counts[name] += outcome.counts?.[name] ?? 0;
    if (outcome.pending !== undefined) counts.pending += 1;
    else if (outcome.held !== undefined) counts.held += 1;
  }
}

function isFault(outcome: RowOutcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.status >= 500;
}

/** Applies files of people like an upload of the feed: the same batches, limits, counts and failed rows. */
@Injectable()
export class FileApplication {
  constructor(private readonly bulk: BulkUsersService) {}

  /**
   * Applies the rows in their order, and yields the counts after each batch. It ends after a batch when the generator
   * is ended; what was applied stays.
   * @param scope names the run
   * @param missed counts the rows that a fault has kept from being applied
   * @throws {RunFinished} when the run was finished
   */
  async *apply(
    scope: Scope,
    rows: AsyncIterable<FileRow>,
    missed: { rows: number } = { rows: 0 },
  ): AsyncGenerator<Readonly<AppliedCounts>> {
    const counts = { ...NOTHING };
    const provision = await this.bulk.begin({ ...scope, isFile: true });
    for await (const batch of inputLinesOf(rows)) {
      const lines = batch.map((input) => new BulkLine(CreateUpdateUserDto, input));
      const outcomes = await provision(lines);
      add(counts, outcomes);
      missed.rows += outcomes.filter(isFault).length;
      yield counts;
    }
  }
}
