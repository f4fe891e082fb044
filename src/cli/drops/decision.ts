import { copyFile, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type AppliedContent, type Decided, type FileMark, hasMark, type Work } from './drop-records.js';
import { type DropFolder, lstatOf } from './drop-folder.js';
import { moveDurably, writeDurably } from './durable.js';
import type { Reach } from './steps.js';
import { safeName } from './ready-files.js';

/**
 * Carries out what was decided about a file. The decision is written first, as a whole; then come steps that may be
 * repeated, in this order, and last the decision is removed. So a start after a crash does what is left.
 */
export class Decisions {
  /** Refused rows, until the decision. */
  readonly rows: string;
  /** What gpg has decrypted. */
  readonly plain: string;
  private readonly work: string;

  constructor(
    private readonly folder: DropFolder,
    private readonly reach: Reach,
  ) {
    this.rows = join(folder.own, 'rows.csv');
    this.plain = join(folder.own, 'plain');
    this.work = join(folder.own, 'work.json');
  }

  /** What an earlier process had in hand. */
  async begun(): Promise<Work | undefined> {
    const found = await lstatOf(this.work);
    return found === undefined ? undefined : (JSON.parse(await readFile(this.work, 'utf8')) as Work);
  }

  /** What is decrypted lies here no longer than it is read. */
  removePlain(): Promise<void> {
    return rm(this.plain, { force: true });
  }

  write(work: Work): Promise<void> {
    return writeDurably(this.work, JSON.stringify(work), this.folder.own);
  }

  /** A name that no file and no result has in a folder: the file's own, else with a number. */
  async freeName(folder: string, name: string): Promise<string> {
    const safe = safeName(name);
    for (let number = 1; ; number += 1) {
      const as = number === 1 ? safe : `${safe}.${number}`;
      const taken = [as, `${as}.result.json`, `${as}.reason.txt`].map((one) => lstatOf(join(folder, one)));
      if ((await Promise.all(taken)).every((one) => one === undefined)) return as;
    }
  }

  /** The run that applied a content. */
  async appliedBefore(content: string): Promise<AppliedContent | undefined> {
    const path = this.memoryOf(content);
    return (await lstatOf(path)) === undefined
      ? undefined
      : (JSON.parse(await readFile(path, 'utf8')) as AppliedContent);
  }

  async carryOut(decided: Decided): Promise<void> {
    const { folder } = this;
    const into = decided.into === 'archive' ? folder.archive : folder.refused;
    const target = join(into, decided.as);
    if (decided.into === 'archive') await this.show(decided, target);
    else await this.put(`${target}.reason.txt`, `${decided.reason}\n`);
    this.reach('shown');
    const { okMark } = decided;
    if (okMark !== undefined) await this.move(Buffer.from(okMark.name), okMark.mark, `${target}.ok`);
    this.reach('ok-moved');
    await this.move(Buffer.from(decided.raw, 'base64'), decided.mark, target);
    this.reach('moved');
    await rm(this.work, { force: true });
    this.reach('done');
  }

  private async show(decided: Decided & { into: 'archive' }, target: string): Promise<void> {
    const { result, remember, name } = decided;
    if (remember !== undefined) {
      const { run, file, at, notComplete } = result;
      const applied: AppliedContent = {
        run,
        file,
        at,
        rows: remember.rows,
        ...(notComplete === undefined ? {} : { notComplete }),
      };
      await this.put(this.memoryOf(remember.content), JSON.stringify(applied));
    }
    this.reach('remembered');
    if ((await lstatOf(this.rows)) !== undefined) await moveDurably(this.rows, `${target}.result.csv`);
    this.reach('rows-kept');
    const text = `${JSON.stringify(result, undefined, 2)}\n`;
    await this.put(`${target}.result.json`, text);
    // The sender looks beside the file, for what became of the last one of the name.
    await this.copy(`${target}.result.csv`, join(this.folder.path, `${name}.result.csv`));
    await this.put(join(this.folder.path, `${name}.result.json`), text);
  }

  private memoryOf(content: string): string {
    return join(this.folder.applied, `${content}.json`);
  }

  private put(path: string, text: string): Promise<void> {
    return writeDurably(path, text, this.folder.own);
  }

  private async copy(from: string, to: string): Promise<void> {
    const temporary = join(this.folder.own, `${basename(to)}.tmp`);
    await copyFile(from, temporary);
    const file = await open(temporary, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await moveDurably(temporary, to);
  }

  /** A file that has come under the name in the meantime stays, or comes back. */
  private async move(raw: Buffer, mark: FileMark, to: string): Promise<void> {
    const from = this.folder.at(raw);
    if (hasMark(await lstatOf(from), mark)) await moveDurably(from, to);
    const moved = await lstatOf(to);
    if (moved !== undefined && !hasMark(moved, mark)) await rename(to, from);
  }
}
