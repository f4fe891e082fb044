import type { INestApplicationContext } from '@nestjs/common';

import type { Refusal } from '../../errors/refusal.js';
import { BulkLine, LINE_LIMIT_KIB } from '../../http/ndjson/bulk-line.js';
import { readLine } from '../../http/ndjson/line-reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { type FieldChange, fieldChanges } from '../../users/changes/field-changes.js';
import { type DryRun, DryRuns } from '../../users/dry-run.js';
import { CreateUpdateUserDto } from '../../users/dto/create-update-user.dto.js';
import type { Outcome, UserChange } from '../../users/plan.js';
import { ProvisioningService } from '../../users/provisioning.service.js';
import type { User } from '../../users/user.entity.js';
import type { SourceRow } from '../feed/row-queue.js';

/** As many lines as an upload applies together. */
const LINES_AT_ONCE = 500;

/** What one line of a file would do, unless it would change nothing. */
export type Foretold =
  | {
      readonly effect: 'inserted' | 'updated' | 'deprovisioned' | 'restored';
      readonly line: number;
      readonly user: User;
      /** From the stored value; none of somebody new. */
      readonly changes: readonly FieldChange[];
    }
  | { readonly effect: 'refused'; readonly line: number; readonly refusal: Refusal };

/** By what an upload would answer; `deprovisioned` and `restored` are of the updated. */
export interface FileTotals {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  deprovisioned: number;
  restored: number;
}

type Line = BulkLine<CreateUpdateUserDto>;
type Tell = (foretold: Foretold) => Promise<void>;

async function* batchesOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  for await (const { line, bytes } of rows) {
    const text = readLine(line, bytes, LINE_LIMIT_KIB * 1024);
    if (text !== undefined) batch.push(new BulkLine(CreateUpdateUserDto, text));
    if (batch.length < LINES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function effectOf({ before, after }: UserChange): 'inserted' | 'updated' | 'deprovisioned' | 'restored' {
  if (before === undefined) return 'inserted';
  if (before.accountStatus === after.accountStatus) return 'updated';
  return after.accountStatus === 'inactive' ? 'deprovisioned' : 'restored';
}

/** Rehearses a file and tells of each person what would become of them, in constant memory. */
export class FileForetelling {
  private readonly provisioning: ProvisioningService;
  readonly totals: FileTotals = {
    ...{ received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0, deprovisioned: 0, restored: 0 },
  };

  constructor(
    private readonly app: INestApplicationContext,
    private readonly scope: Scope,
  ) {
    this.provisioning = app.get(ProvisioningService);
  }

  /** @param tell waited for, so that who prints slowly holds the file up */
  async run(rows: AsyncIterable<SourceRow>, tell: Tell): Promise<void> {
    await this.app.get(DryRuns).run(this.scope, async (dryRun) => {
      for await (const batch of batchesOf(rows)) await this.foretell(batch, dryRun, tell);
    });
  }

  private async foretell(batch: readonly Line[], dryRun: DryRun, tell: Tell): Promise<void> {
    const checked = batch.map((line) => ({ line: line.number, result: line.check() }));
    const people = checked.flatMap(({ result }) => ('row' in result ? [result.row] : []));
    const { outcomes, changes } = await this.provisioning.foretell(this.scope, people, dryRun);
    const changeOf = new Map(changes.map((change) => [change.after.id, change]));
    let next = 0;
    for (const { line, result } of checked) {
      this.totals.received += 1;
      const outcome: Outcome | undefined =
        'row' in result ? outcomes[next++] : { kind: 'refused', refusal: result.refusal };
      if (outcome?.kind === 'refused') {
        this.totals.failed += 1;
        await tell({ effect: 'refused', line, refusal: outcome.refusal });
      } else if (outcome !== undefined) await this.tellOf(line, outcome, changeOf, tell);
    }
  }

  /** Several lines about one person are told as one change, at the first of them. */
  private async tellOf(
    line: number,
    { kind, user: { id } }: Extract<Outcome, { user: User }>,
    changeOf: Map<string, UserChange>,
    tell: Tell,
  ): Promise<void> {
    this.totals[kind] += 1;
    const change = changeOf.get(id);
    if (kind === 'unchanged' || change === undefined) return;
    changeOf.delete(id);
    const { before, after: user } = change;
    const effect = effectOf(change);
    if (effect === 'deprovisioned' || effect === 'restored') this.totals[effect] += 1;
    await tell({ effect, line, user, changes: before === undefined ? [] : fieldChanges(before, user) });
  }
}
