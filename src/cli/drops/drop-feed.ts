import { join } from 'node:path';
import type { Writable } from 'node:stream';

import { IntegrationApiError, isBulkRefusal } from '#client';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import type { Mapping } from '../../file-import/mapping/mapping.js';
import type { FeedArguments } from '../feed/arguments.js';
import type { AnswerCounts } from '../feed/answer-counts.js';
import { feedRows, missingText } from '../feed/feed-rows.js';
import { readMappingFile } from '../feed/mapping-file.js';
import { PositionDisplay } from '../feed/position-display.js';
import { type Summary, summarise } from '../feed/report.js';
import { type Ending, finishRun } from '../feed/send-rows.js';
import { type Source, sourceOf } from '../feed/source.js';
import type { DropsArguments } from './arguments.js';
import type { Fed } from './drop-records.js';
import type { DropRule } from './drop-rules.js';
import type { OpenDrop } from './open-drop.js';
import { isOfMachine, RefusedFile } from './refusals.js';
import { ResultRows } from './result-rows.js';
import type { Reach } from './steps.js';

/** A file as the feed sends it. */
export interface ReadableDrop {
  readonly file: OpenDrop;
  /** Without `.gpg`: it says the format. */
  readonly name: string;
  readonly run: string;
  readonly rule: DropRule;
}

export interface SentDrop {
  readonly summary: Summary;
  readonly failure: unknown;
  /** Whether the service takes no row of the run any more. */
  readonly isFinishedBefore: boolean;
}

export interface DropFeedOptions {
  readonly args: DropsArguments;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly signal: AbortSignal;
  readonly reach: Reach;
}

/** The credential is refused, not the call; or another service answers. */
const NOT_OF_THE_RUN = new Set<unknown>([401, 403]);

/**
 * The mapping of a rule.
 * @throws {FeedError} when it is not valid, or joins a second file: that would be a file of the folder as well
 */
export async function mappingOf({ mapping: path }: DropRule): Promise<Mapping | undefined> {
  if (path === undefined) return undefined;
  const mapping = await readMappingFile(path);
  if (mapping.lookup === undefined) return mapping;
  throw new FeedError(
    `${path}: a lookup needs the feed command, as each file of the folder is fed by itself`,
  );
}

function apiErrorOf(error: unknown): IntegrationApiError | undefined {
  if (error instanceof IntegrationApiError) return error;
  return error instanceof Error ? apiErrorOf(error.cause) : undefined;
}

/** Rows that a fault of the service has kept from being applied: the file is fed again. */
function faultsOf({ faults }: AnswerCounts): FeedError | undefined {
  return faults === 0
    ? undefined
    : new FeedError(`${faults} rows were not applied, by a fault of the service`);
}

async function lengthOf(rows: AsyncIterable<unknown>): Promise<number> {
  const iterator = rows[Symbol.asyncIterator]();
  let length = 0;
  while ((await iterator.next()).done !== true) length += 1;
  return length;
}

/** Reads and sends one file. */
export class DropFeed {
  constructor(private readonly options: DropFeedOptions) {}

  /**
   * Reads the file to its end, so that nothing is sent of one that cannot be read.
   * @returns its rows, without blank ones
   * @throws {RefusedFile}
   */
  async countRows(drop: ReadableDrop): Promise<number> {
    const source = await this.sourceOf(drop);
    try {
      const rows = await lengthOf(source.rows);
      return [...source.notes.skipped.values()].reduce((sum, count) => sum + count, rows);
    } catch (error) {
      if (isOfMachine(error)) throw error;
      throw new RefusedFile(reasonOf(error));
    } finally {
      source.close();
    }
  }

  /**
   * @param path of the file for refused rows
   * @returns `failure`: why not all rows are applied or refused
   */
  async send(drop: ReadableDrop, path: string): Promise<SentDrop> {
    const { stderr, signal, reach } = this.options;
    const start = performance.now();
    const source = await this.sourceOf(drop);
    const rows = await ResultRows.create(path);
    const display = new PositionDisplay(stderr, source);
    const args = this.argumentsOf(drop);
    const notice = (text: string): void => {
      display.notice(text);
    };
    const update = (count: number): void => {
      reach('answered');
      display.update(count);
    };
    try {
      const options = { ...args, notice, display: { update }, failed: rows, signal };
      const { counts, sent } = await feedRows(source, options);
      await rows.end();
      const took = performance.now() - start;
      const summary = summarise(args, counts, sent, source.notes, took);
      const { failure = faultsOf(counts), isFinishedBefore = false } = sent;
      return { summary, failure, isFinishedBefore };
    } finally {
      display.clear();
      source.close();
      await rows.close();
    }
  }

  /**
   * Ends the run of a complete file. That may be repeated.
   * @throws {FeedError} when the service cannot say what becomes of the run
   */
  async finish({ finish, result, name }: Fed): Promise<Ending> {
    const { args, stderr, signal } = this.options;
    const notice = (text: string): void => void stderr.write(`drops run: ${name}: ${text}\n`);
    const missing = result.counts?.refused ?? 0;
    if (missing > 0) return { notComplete: missingText(missing) };
    try {
      return await finishRun(finish, { ...args, run: result.run, notice, signal });
    } catch (error) {
      const refusal = apiErrorOf(error);
      // A run that was finished by hand or undone in the meantime, or has no row: another attempt is refused as well.
      const isFinal =
        refusal?.status !== undefined &&
        refusal.code !== 'UNEXPECTED_ANSWER' &&
        !NOT_OF_THE_RUN.has(refusal.status) &&
        isBulkRefusal(refusal);
      if (isFinal) return { notComplete: refusal.message };
      throw error;
    }
  }

  private async sourceOf({ file, name, rule }: ReadableDrop): Promise<Source> {
    const { args } = this.options;
    const { sheet } = rule;
    const read = {
      file: join(args.dir, name),
      encoding: 'utf-8',
      blankClears: false,
      ...(sheet === undefined ? {} : { sheet }),
    };
    return { ...sourceOf(file.read(), read, await mappingOf(rule)), totalBytes: file.mark.size };
  }

  private argumentsOf({ name, run }: ReadableDrop): FeedArguments & { run: string } {
    const { dir, url, key, secret, attempts, timeout, backoffBase } = this.options.args;
    const how = { encoding: 'utf-8', dryRun: false, blankClears: false, json: false };
    return { file: join(dir, name), url, key, secret, attempts, timeout, backoffBase, run, ...how };
  }
}
