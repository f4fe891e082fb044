import type { Writable } from 'node:stream';

import type { DropsArguments } from './arguments.js';
import { mappingOf } from './drop-feed.js';
import type { DropFolder } from './drop-folder.js';
import type { Decided } from './drop-records.js';
import type { DropRules } from './drop-rules.js';
import { DropTally, jsonOf, lineOf } from './drop-tally.js';
import type { DropWork } from './one-drop.js';
import { FolderReport } from './folder-report.js';
import { type Entry, type Readiness, readinessOf } from './ready-files.js';
import { LeftFile } from './refusals.js';

interface FolderWorkOptions {
  readonly args: DropsArguments;
  readonly stdout: Writable;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

interface Found {
  readonly entry: Entry;
  readonly readiness: Readiness;
}

/** Takes the files of the folder in the order of their names, one at a time. */
export class FolderWork {
  readonly tally = new DropTally();
  /** Whether a file stayed in the last look that could have been taken. */
  hasLeft = false;
  /** What has been said, so that it is not said at each look. */
  private readonly said = new Set<string>();
  private readonly shown: FolderReport;

  constructor(
    private readonly folder: DropFolder,
    private readonly work: DropWork,
    private readonly options: FolderWorkOptions,
  ) {
    this.shown = new FolderReport(options.args, (text) => {
      this.sayOnce(text);
    });
  }

  /** @throws {FeedError} when `drops.json` or a mapping that it names is not valid */
  async check(): Promise<void> {
    for (const rule of (await this.folder.rules()).all) await mappingOf(rule);
  }

  /**
   * Takes all files that are ready, also those that come meanwhile.
   * @returns when the next one is ready, if one is about to be
   * @throws {FeedError} when the service or the machine cannot work; files stay
   */
  async look(): Promise<number | undefined> {
    this.report(await this.work.resume());
    const left = new Set<string>();
    for (;;) {
      this.options.signal.throwIfAborted();
      const rules = await this.folder.rules();
      const entries = await this.folder.list();
      this.noteFolders(entries);
      const found = this.found(entries, rules).filter(({ entry }) => !left.has(entry.name));
      const next = found.find(({ readiness: { is } }) => is === 'ready' || is === 'refused');
      this.hasLeft = left.size > 0;
      const waiting = found.filter(({ readiness: { is } }) => is !== 'left').length + left.size;
      const refused = await this.folder.countRefused();
      await this.shown.send({ waiting, refused, atWork: next?.entry.name ?? null });
      if (next === undefined) return earliestOf(found);
      if (!(await this.take(next, entries, rules))) left.add(next.entry.name);
    }
  }

  private found(entries: ReadonlyMap<string, Entry>, rules: DropRules): Found[] {
    const own = rules.ownFiles(this.folder.path);
    const at = { now: Date.now(), settle: this.options.args.settle };
    return [...entries.values()].map((entry) => ({ entry, readiness: readinessOf(entry, entries, own, at) }));
  }

  /** @returns false when it stays */
  private async take(
    { entry, readiness }: Found,
    entries: ReadonlyMap<string, Entry>,
    rules: DropRules,
  ): Promise<boolean> {
    try {
      const decided =
        readiness.is === 'refused'
          ? await this.work.refuse(entry, readiness.reason)
          : await this.work.take(entry, entries, rules);
      this.report(decided);
      return true;
    } catch (error) {
      if (!(error instanceof LeftFile)) throw error;
      this.sayOnce(error.message);
      return false;
    }
  }

  private report(decided: Decided | undefined): void {
    if (decided === undefined) return;
    this.tally.add(decided);
    const { args, stdout } = this.options;
    stdout.write(`${args.json ? JSON.stringify(jsonOf(decided)) : lineOf(decided)}\n`);
  }

  private noteFolders(entries: ReadonlyMap<string, Entry>): void {
    const own = [this.folder.archive, this.folder.refused];
    for (const { name, kind, raw } of entries.values())
      if (kind === 'folder' && !name.startsWith('.') && !own.includes(this.folder.at(raw).toString()))
        this.sayOnce(
          `${name} is a folder, and what is in it is not taken; files are put directly into --dir`,
        );
  }

  private sayOnce(text: string): void {
    if (!this.said.has(text)) this.options.say(text);
    this.said.add(text);
  }
}

function earliestOf(found: readonly Found[]): number | undefined {
  const times = found.flatMap(({ readiness }) => (readiness.is === 'settling' ? [readiness.readyAt] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}
