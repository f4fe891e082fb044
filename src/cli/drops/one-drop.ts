import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import type { FinishArguments } from '../feed/arguments.js';
import type { Summary } from '../feed/report.js';
import type { Ending } from '../feed/send-rows.js';
import type { Decisions } from './decision.js';
import { DropFeed, type DropFeedOptions, type ReadableDrop } from './drop-feed.js';
import { type DropFolder, lstatOf } from './drop-folder.js';
import {
  type AppliedContent,
  countsOf,
  type Decided,
  type DropResult,
  type Fed,
  markOf,
  type WorkOnFile,
} from './drop-records.js';
import { type DropRule, type DropRules, isEncrypted, plainName } from './drop-rules.js';
import { decrypt } from './gpg.js';
import { type Announcement, misfitOf, parseOk } from './ok-file.js';
import { OpenDrop } from './open-drop.js';
import { type Entry, okOf, runOfDrop } from './ready-files.js';
import { LeftFile, RefusedFile } from './refusals.js';
import { ResultRows } from './result-rows.js';

/** The rest of a longer one is not read: an announcement has two lines. */
const LONGEST_OK = 4096;

export interface DropWorkOptions extends DropFeedOptions {
  readonly env: NodeJS.ProcessEnv;
}

/** A file at work. */
interface Taken {
  readonly file: OpenDrop;
  readonly okFile: OpenDrop | undefined;
  readonly rule: DropRule;
  readonly work: WorkOnFile;
}

/** The steps of one file, from the folder into the archive or to the refused ones. */
export class DropWork {
  private readonly feed: DropFeed;

  constructor(
    private readonly folder: DropFolder,
    private readonly decisions: Decisions,
    private readonly options: DropWorkOptions,
  ) {
    this.feed = new DropFeed(options);
  }

  /** Continues with the file that an earlier process had in hand; undefined when there is none. */
  async resume(): Promise<Decided | undefined> {
    await this.decisions.removePlain();
    const work = await this.decisions.begun();
    if (work === undefined) return undefined;
    if (work.step === 'fed') return this.conclude(await this.finish(work));
    await this.decisions.carryOut(work);
    return work;
  }

  /**
   * Feeds a file and puts it away.
   * @returns undefined when it is gone, or has changed while it was read
   * @throws {LeftFile} when it stays, and others may be taken
   * @throws {FeedError} when the service or this machine cannot work
   */
  async take(
    entry: Entry,
    entries: ReadonlyMap<string, Entry>,
    rules: DropRules,
  ): Promise<Decided | undefined> {
    const ok = okOf(entry.name, entries);
    const okFile = ok === undefined ? undefined : await this.open(ok);
    try {
      const file = await this.open(entry);
      if (file === undefined) return undefined;
      const okMark =
        ok === undefined || okFile === undefined ? {} : { okMark: { name: ok.name, mark: okFile.mark } };
      const work = { name: entry.name, raw: entry.raw.toString('base64'), mark: file.mark, ...okMark };
      this.options.reach('taken');
      try {
        return await this.feedOrRefuse({ file, okFile, rule: rules.of(entry.name), work });
      } finally {
        await file.close();
      }
    } finally {
      await okFile?.close();
    }
  }

  /** Puts away what is no file of people, and is not opened. */
  async refuse({ name, raw }: Entry, reason: string): Promise<Decided | undefined> {
    const found = await lstatOf(this.folder.at(raw));
    if (found === undefined) return undefined;
    const work = { name, raw: raw.toString('base64'), mark: markOf(found) };
    return this.conclude(await this.refused(work, reason));
  }

  private async conclude(decided: Decided): Promise<Decided> {
    await this.decisions.write(decided);
    this.options.reach('decided');
    await this.decisions.carryOut(decided);
    return decided;
  }

  private async feedOrRefuse(taken: Taken): Promise<Decided | undefined> {
    try {
      const decided = await this.decide(taken, await announcementIn(taken.okFile));
      return decided === undefined ? undefined : await this.conclude(decided);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      return this.conclude(await this.refused(taken.work, error.message));
    }
  }

  private async decide({ file, rule, work }: Taken, said: Announcement): Promise<Decided | undefined> {
    const { name } = work;
    const sha256 = await file.sha256();
    refuseMisfit(said, { sha256 });
    const run = runOfDrop(name, sha256);
    let plain: OpenDrop | undefined;
    try {
      if (isEncrypted(name)) plain = await this.decrypted(file);
      const content = plain === undefined ? sha256 : await plain.sha256();
      const base = { file: name, sha256, at: new Date().toISOString() };
      const before = await this.decisions.appliedBefore(content);
      if (before !== undefined) {
        refuseMisfit(said, before);
        return await this.again(work, { ...base, run: before.run, counts: null, appliedBefore: before });
      }
      const drop: ReadableDrop = { file: plain ?? file, name: plainName(name), run, rule };
      const rows = await this.feed.countRows(drop);
      refuseMisfit(said, { rows });
      this.options.reach('read');
      const { summary, failure, isFinishedBefore } = await this.feed.send(drop, this.decisions.rows);
      // The memory of this folder was lost; that of the service was not.
      if (isFinishedBefore)
        return await this.again(work, { ...base, run, counts: null, appliedBefore: { run } });
      if (failure !== undefined) throw failure instanceof Error ? failure : new FeedError(reasonOf(failure));
      if (!(await file.isUnchanged())) return undefined;
      const result = { ...base, run, ...resultOf(summary) };
      const finish = finishOf(rule);
      return finish === undefined
        ? await this.archived(work, result, { content, rows })
        : await this.finish({ ...work, step: 'fed', content, result, finish, rows }, true);
    } finally {
      await plain?.close();
      await this.decisions.removePlain();
    }
  }

  /** @param isNew whether it is written first: after a crash its rows are not sent again, as the run may take none */
  private async finish(fed: Fed, isNew = false): Promise<Decided> {
    if (isNew) await this.decisions.write(fed);
    this.options.reach('fed');
    const ending = await this.feed.finish(fed);
    this.options.reach('finished');
    const { content, rows, result, name, raw, mark, okMark } = fed;
    const work = { name, raw, mark, ...(okMark === undefined ? {} : { okMark }) };
    return this.archived(work, { ...result, ...endOf(ending) }, { content, rows });
  }

  private async archived(
    work: WorkOnFile,
    result: DropResult,
    remember?: { content: string; rows: number },
  ): Promise<Decided> {
    const as = await this.decisions.freeName(this.folder.archive, work.name);
    return {
      ...work,
      step: 'decided',
      into: 'archive',
      as,
      result,
      ...(remember === undefined ? {} : { remember }),
    };
  }

  /** No row of it was sent, so no row was refused. */
  private async again(work: WorkOnFile, result: DropResult): Promise<Decided> {
    const rows = await ResultRows.create(this.decisions.rows);
    await rows.end();
    await rows.close();
    return this.archived(work, result);
  }

  private async refused(work: WorkOnFile, reason: string): Promise<Decided> {
    const as = await this.decisions.freeName(this.folder.refused, work.name);
    return { ...work, step: 'decided', into: 'refused', as, reason };
  }

  private async decrypted(file: OpenDrop): Promise<OpenDrop> {
    const reason = await decrypt(file.handle, this.decisions.plain, this.options.env);
    if (reason !== undefined) throw new RefusedFile(reason);
    const plain = await OpenDrop.open(this.decisions.plain);
    if (plain === undefined) throw new LeftFile('what gpg has decrypted is gone');
    return plain;
  }

  private async open({ raw, name }: Entry): Promise<OpenDrop | undefined> {
    try {
      return await OpenDrop.open(this.folder.at(raw));
    } catch (error) {
      throw new LeftFile(`${name} cannot be read: ${reasonOf(error)}`);
    }
  }
}

async function announcementIn(file: OpenDrop | undefined): Promise<Announcement> {
  if (file === undefined) return {};
  const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(LONGEST_OK), 0, LONGEST_OK, 0);
  const said = parseOk(buffer.toString('utf8', 0, bytesRead));
  if (typeof said === 'string') throw new RefusedFile(said);
  return said;
}

function refuseMisfit(said: Announcement, file: Parameters<typeof misfitOf>[1] | AppliedContent): void {
  const misfit = misfitOf(said, file);
  if (misfit !== undefined) throw new RefusedFile(misfit);
}

function finishOf({ complete, absentRuns }: DropRule): FinishArguments | undefined {
  if (complete === undefined) return undefined;
  return { complete: { accountTypes: [...complete], ...(absentRuns === undefined ? {} : { absentRuns }) } };
}

function resultOf(summary: Summary): Omit<DropResult, 'file' | 'sha256' | 'at' | 'run'> {
  const { warnings, skippedReasons, ignoredColumns } = summary;
  return { counts: countsOf(summary), warnings, skippedReasons, ignoredColumns };
}

function endOf(ending: Ending): Pick<DropResult, 'finish' | 'notComplete'> {
  return 'finished' in ending ? { finish: ending.finished } : { notComplete: ending.notComplete };
}
