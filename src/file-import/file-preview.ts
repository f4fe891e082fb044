import { Injectable } from '@nestjs/common';

import type { Refusal } from '../errors/refusal.js';
import { BulkLine, checkEachYielding } from '../http/ndjson/bulk-line.js';
import type { Scope } from '../tenancy/scope.js';
import { FinishPreview, type PlannedFinish } from '../users/finish/finish-preview.js';
import type { FinishRequest } from '../users/finish/finish.dto.js';
import { PeopleSet } from '../users/model/people-set.js';
import { type NamingRow, Namings } from '../users/naming/namings.service.js';
import { type FieldChange, fieldChanges } from '../users/model/fields/field-changes.js';
import { type DryRun, DryRuns } from '../users/provisioning/dry-run.js';
import { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import type { ThresholdBreach } from '../users/model/outcome.js';
import type { Outcome, UserChange } from '../users/model/outcome.js';
import { ProvisioningPreview } from '../users/provisioning/provisioning-preview.service.js';
import { countsOf } from '../users/statistics/outcome-account.js';
import type { User } from '../users/model/user.entity.js';
import { type AppliedCounts, NOTHING } from './file-application.js';
import { inputLinesOf } from './input-lines.js';
import type { FileRow } from './sources/formats.js';

/** What one line of a file would do. */
export type LinePreview =
  | {
      readonly effect: 'inserted' | 'updated' | 'deprovisioned' | 'restored' | 'held' | 'withdrawn';
      readonly line: number;
      readonly user: User;
      /** From the stored values; empty for a new person. */
      readonly changes: readonly FieldChange[];
      /** The hold of the person, or the one that would be withdrawn; null when it would be new and has no ID yet. */
      readonly holdId?: string | null | undefined;
      /** De-provisioning limits that this person would be beyond, held or not; empty for people already held. */
      readonly beyond: readonly ThresholdBreach[];
    }
  | { readonly effect: 'pending'; readonly line: number; readonly user: User }
  | {
      readonly effect: 'refused';
      readonly line: number;
      readonly refusal: Refusal;
      /** The row, unchecked. */
      readonly sent: unknown;
    };

/** What a line would do to the person whom it is about. */
export type PersonPreview = Extract<LinePreview, { changes: readonly FieldChange[] }>;

/** Lines by the answer that an upload would give. */
export interface FileTotals extends AppliedCounts {
  /** People whose hold would be withdrawn, because the file says that they are active. */
  withdrawn: number;
  /** Lines that would de-provision people whom an administrator keeps active. */
  keptActive: number;
  /** Approved values that would stay although their source sends the former ones. */
  awaitingSource: number;
  /** Approved values that would be replaced by the former ones. */
  putBack: number;
}

type Line = BulkLine<CreateUpdateUserDto>;
type Show = (preview: LinePreview) => Promise<void>;

function effectOf({ before, after }: UserChange): 'inserted' | 'updated' | 'deprovisioned' | 'restored' {
  if (before === undefined) return 'inserted';
  if (before.accountStatus === after.accountStatus) return 'updated';
  return after.accountStatus === 'inactive' ? 'deprovisioned' : 'restored';
}

type Known = Extract<Outcome, { user: User }>;

/** What a preview says besides the changed fields: a hold, a withdrawn hold, limits that are passed. */
type Note = Pick<Known, 'holdId' | 'withdrawnId' | 'beyond'>;

function notesOf(outcomes: readonly Outcome[]): Map<string, Note> {
  const notes = new Map<string, Note>();
  for (const outcome of outcomes) {
    if (outcome.kind === 'refused') continue;
    const { holdId, withdrawnId, beyond } = outcome;
    if (holdId === undefined && withdrawnId === undefined && beyond === undefined) continue;
    notes.set(outcome.user.id, { holdId, withdrawnId, beyond });
  }
  return notes;
}

function namingOf(outcome: Outcome, content: unknown): NamingRow {
  if (outcome.kind === 'refused') return { sent: { content }, isCounted: true };
  const waits = outcome.pendingId === undefined ? {} : { sent: { content } };
  return { id: outcome.user.id, ...waits, isCounted: true };
}

/** That a file names everyone of these account types who is active. */
export interface CompleteFile {
  /** See `Senders`. */
  readonly sender: string;
  readonly run: string;
  readonly request: FinishRequest;
}

interface PreviewParts {
  readonly preview: ProvisioningPreview;
  readonly dryRuns: DryRuns;
  readonly namings: Namings;
  readonly finish: FinishPreview;
}

/** Previews a file: what an upload of it would do to each person, in constant memory. */
export class FilePreview {
  readonly totals: FileTotals = {
    ...NOTHING,
    withdrawn: 0,
    keptActive: 0,
    awaitingSource: 0,
    putBack: 0,
  };

  private readonly named = { rowCount: 0, keyless: 0, sent: new PeopleSet(), named: new PeopleSet() };

  constructor(
    private readonly parts: PreviewParts,
    private readonly scope: Scope,
    private readonly complete: CompleteFile | undefined,
  ) {}

  /**
   * @param show is awaited, so that the file is read no faster than its preview is printed
   * @returns what finishing the run would do; undefined where the file is not said to be complete
   */
  async run(rows: AsyncIterable<FileRow>, show: Show): Promise<PlannedFinish | undefined> {
    return this.parts.dryRuns.run(this.scope, async (dryRun) => {
      for await (const batch of inputLinesOf(rows)) {
        const lines = batch.map((input) => new BulkLine(CreateUpdateUserDto, input));
        await checkEachYielding(lines);
        await this.previewBatch(lines, dryRun, show);
      }
      if (this.complete === undefined) return undefined;
      const { sender, run, request } = this.complete;
      return this.parts.finish.ofRows({ ...this.scope, run }, sender, this.named, request, dryRun);
    });
  }

  /** Notes whom these rows would name. */
  private async name(rows: readonly NamingRow[]): Promise<void> {
    if (this.complete === undefined) return;
    const { rowCount, keyless, sent, named } = await this.parts.namings.named(this.scope, rows);
    this.named.rowCount += rowCount;
    this.named.keyless += keyless;
    this.named.sent.addAll(sent);
    this.named.named.addAll(named);
  }

  private async previewBatch(batch: readonly Line[], dryRun: DryRun, show: Show): Promise<void> {
    const checked = batch.map((line) => ({ line: line.number, sent: line.json, result: line.check() }));
    const people = checked.flatMap(({ result }) => ('row' in result ? [result.row] : []));
    const { outcomes, changes } = await this.parts.preview.plan(this.scope, people, dryRun);
    const changeOf = new Map(changes.map((change) => [change.after.id, change]));
    const noteOf = notesOf(outcomes);
    let next = 0;
    const named: NamingRow[] = [];
    for (const { line, sent, result } of checked) {
      this.totals.received += 1;
      const outcome: Outcome | undefined =
        'row' in result ? outcomes[next++] : { kind: 'refused', refusal: result.refusal };
      if (outcome !== undefined) named.push(namingOf(outcome, sent));
      if (outcome?.kind === 'refused') {
        this.totals.failed += 1;
        await show({ effect: 'refused', line, refusal: outcome.refusal, sent });
      } else if (outcome !== undefined) {
        this.totals[outcome.kind] += 1;
        if (outcome.pendingId !== undefined) {
          this.totals.pending += 1;
          await show({ effect: 'pending', line, user: outcome.user });
          continue;
        }
        if (outcome.holdId !== undefined) this.totals.held += 1;
        const counts = countsOf(outcome);
        for (const name of ['keptActive', 'awaitingSource', 'putBack'] as const)
          this.totals[name] += counts[name];
        const preview = this.previewOf(line, outcome, changeOf, noteOf);
        if (preview !== undefined) await show(preview);
      }
    }
    await this.name(named);
  }

  /** Several lines about one person have one preview, at the first of them that changes something; else undefined. */
  private previewOf(
    line: number,
    { kind, user: { id }, user: known }: Known,
    changeOf: Map<string, UserChange>,
    noteOf: Map<string, Note>,
  ): PersonPreview | undefined {
    const [change, note] = [changeOf.get(id), noteOf.get(id)];
    if (note === undefined && (kind === 'unchanged' || change === undefined)) return undefined;
    changeOf.delete(id);
    noteOf.delete(id);
    const { before, after: user } = change ?? { before: known, after: known };
    const beyond = note?.beyond ?? [];
    const [isHeld, isWithdrawn] = [note?.holdId !== undefined, note?.withdrawnId !== undefined];
    const effect = isHeld ? 'held' : change === undefined ? 'withdrawn' : effectOf(change);
    if (effect === 'deprovisioned' || effect === 'restored') this.totals[effect] += 1;
    if (isWithdrawn) this.totals.withdrawn += 1;
    if (!isHeld && beyond.length > 0) this.totals.overThreshold += 1;
    const changes = before === undefined ? [] : fieldChanges(before, user);
    return { effect, line, user, changes, beyond, holdId: isHeld ? note?.holdId : note?.withdrawnId };
  }
}

/** Makes previews of files, for the pages and the terminal. */
@Injectable()
export class FilePreviews {
  constructor(
    private readonly preview: ProvisioningPreview,
    private readonly dryRuns: DryRuns,
    private readonly namings: Namings,
    private readonly finish: FinishPreview,
  ) {}

  of(scope: Scope, complete?: CompleteFile): FilePreview {
    const { preview, dryRuns, namings, finish } = this;
    return new FilePreview({ preview, dryRuns, namings, finish }, scope, complete);
  }
}
