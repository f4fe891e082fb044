import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { AuditService } from '../../audit/audit.service.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { Refusal } from '../../errors/refusal.js';
import { RunFinished } from '../../errors/runs.errors.js';
import { type AppliedCounts, FileApplication } from '../../file-import/file-application.js';
import { FilePreviews } from '../../file-import/file-preview.js';
import { inputLineOf } from '../../file-import/input-lines.js';
import type { FileRow } from '../../file-import/sources/formats.js';
import { KeptMappingsService } from '../../file-import/kept-mappings/kept-mappings.service.js';
import { termsOfSettings } from '../../file-import/mapping/terms.js';
import { type HeadRow, PeopleFile } from '../../file-import/upload/people-file.js';
import { ReceivedFile } from '../../file-import/upload/received-file.js';
import { translatedFailure, success, type Success } from '../../http/answers.js';
import { NDJSON } from '../../http/ndjson/bulk-input.js';
import { BulkLine } from '../../http/ndjson/bulk-line.js';
import { LineAnswer } from '../../http/server/line-answer.js';
import { SpoolShares } from '../../http/server/spool-shares.js';
import type { DtoClass } from '../../http/validation/dto-class.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { describeFailure, externalIdOf } from '../../users/failed-rows/describe-failure.js';
import { sentenceOf } from '../../users/failed-rows/failed-row.dto.js';
import { type FinishRequest, requestOf } from '../../users/finish/finish.dto.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { FILES } from '../../users/naming/senders.js';
import { FileFinishes } from './file-finishes.js';
import { type FileWordsDto, presentWords } from './file-words.dto.js';
import { type FileHeadDto, FileOptionsDto, FileRunDto, presentHead } from './files.dto.js';
import { PlanReport } from './plan-report.js';

/** A line of progress stands for so many rows. */
const ROWS_OF_LINE = 500;
const MIB = 1024 * 1024;
/** So many files of the largest size may be worked on for one university, or more smaller ones. */
const LARGEST_FILES = 4;

/** A sentence about a row that would be refused for what it is alone. */
function problemOf({ line, row }: HeadRow): string | null {
  const read = row === undefined ? undefined : inputLineOf(row);
  if (read === undefined) return null;
  const checked = new BulkLine(CreateUpdateUserDto, read);
  const result = checked.check();
  if ('row' in result) return null;
  const externalId = externalIdOf(checked.json) ?? null;
  return sentenceOf({ line, externalId, reason: describeFailure(result.refusal, checked.json).reason });
}

/** Ends where the client has closed the connection; awaits `report` now and then. */
async function* watched(
  rows: AsyncIterable<FileRow>,
  answer: LineAnswer,
  report: () => Promise<void> | undefined,
): AsyncGenerator<FileRow> {
  let read = 0;
  for await (const row of rows) {
    if (answer.isGone) return;
    yield row;
    read += 1;
    if (read % ROWS_OF_LINE === 0) await report();
  }
}

/** Files of people that administrators send with the pages: how they are mapped, what they would do, applied. */
@Injectable()
export class FilesService {
  private readonly shares: SpoolShares;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly previews: FilePreviews,
    private readonly application: FileApplication,
    private readonly finishes: FileFinishes,
    private readonly kept: KeptMappingsService,
    private readonly audit: AuditService,
  ) {
    this.shares = new SpoolShares(LARGEST_FILES * config.fileLimitMiB * MIB);
  }

  /**
   * The columns of a file, with what is proposed for those that fill nothing, and its first rows as they would be sent.
   * The rest of the file may be missing.
   */
  async preview(scope: Scope, request: Request): Promise<Success<FileHeadDto>> {
    const { fileLimitMiB } = this.config;
    return this.withFile(scope, request, FileOptionsDto, async (file) => {
      const head = await file.head(await this.kept.list(scope));
      return success(presentHead(head, scope.tenant.terms, fileLimitMiB, problemOf));
    });
  }

  /** The words of the whole file in columns of fields that take one of a few values. */
  async words(scope: Scope, request: Request): Promise<Success<FileWordsDto>> {
    return this.withFile(scope, request, FileOptionsDto, async (file) =>
      success(presentWords(await file.words())),
    );
  }

  /** What {@link apply} would do; answers lines with `progress`, and one with `summary` at the end. */
  async plan(scope: Scope, request: Request, response: Response): Promise<void> {
    await this.withFile(scope, request, FileRunDto, async (file, options) => {
      const run = options.run ?? (await file.defaultRun(nowOf(scope)));
      const answer = new LineAnswer(response, NDJSON);
      const report = new PlanReport();
      const finish = finishOf(options);
      const preview = this.previews.of({ ...scope, run }, finish && { sender: FILES, run, request: finish });
      const { totals } = preview;
      request.rowCounts = totals;
      const rows = watched(file.rows(), answer, () => {
        answer.write({ progress: totals });
        return scope.readmit?.();
      });
      await this.answerLines(request, answer, async () => {
        const planned = await preview.run(rows, (line) => {
          report.add(line);
          return Promise.resolve();
        });
        const { people, failures, causes } = report;
        const summary = { run, totals, people, failures, causes, ...notesOf(file) };
        return { ...summary, ...(await this.finishes.planned(scope, planned)) };
      });
    });
  }

  /**
   * Applies a file as a run, and writes one audit entry for all of it; answers like {@link plan}. It ends after a batch
   * when the client closes the connection. The same file may be sent again: what was applied is unchanged then.
   */
  async apply(scope: Scope, request: Request, response: Response): Promise<void> {
    await this.withFile(scope, request, FileRunDto, async (file, options) => {
      const run = options.run ?? (await file.defaultRun(nowOf(scope)));
      const answer = new LineAnswer(response, NDJSON);
      const runScope = { ...scope, run };
      let counts: AppliedCounts | undefined;
      let isFinished = false;
      const missed = { rows: 0 };
      await this.answerLines(request, answer, async () => {
        try {
          for await (const soFar of this.application.apply(runScope, file.rows(), missed)) {
            counts = soFar;
            request.rowCounts = soFar;
            answer.write({ progress: soFar });
            if (answer.isGone) return {};
            await scope.readmit?.();
          }
          isFinished = true;
        } catch (error) {
          // All rows were sent before, and what an earlier call has begun is continued.
          if (!(error instanceof RunFinished) || finishOf(options) === undefined) throw error;
        } finally {
          if (counts !== undefined)
            await this.audit.record(runScope, [appliedEntry(run, options.name, counts, isFinished)]);
        }
        const applied = { run, totals: counts ?? null, ...notesOf(file) };
        return { ...applied, ...(await this.finishes.finish(runScope, finishOf(options), missed.rows)) };
      });
    });
  }

  /**
   * Receives a file, and forgets it when the work is done.
   * @throws {ValidationFailed} when its options are not valid
   */
  private async withFile<T extends FileOptionsDto, R>(
    { tenantId, tenant }: Scope,
    request: Request,
    dto: DtoClass<T>,
    work: (file: PeopleFile, options: T) => Promise<R>,
  ): Promise<R> {
    const share = this.shares.of(tenantId);
    const received = await ReceivedFile.receive(request, this.config.fileLimitMiB, share);
    try {
      const options = new BulkLine(dto, { number: 1, text: received.head.toString('utf8') }).check();
      if ('refusal' in options) throw options.refusal;
      const terms = termsOfSettings(tenant.terms);
      return await work(new PeopleFile(() => received.chunks(), options.row, terms), options.row);
    } finally {
      await received.close();
    }
  }

  /** A refusal after the first line becomes the last line; what came before it holds. */
  private async answerLines(
    { requestId }: Request,
    answer: LineAnswer,
    work: () => Promise<object>,
  ): Promise<void> {
    try {
      answer.write({ summary: await work() });
    } catch (error) {
      if (!answer.hasBegun || !(error instanceof Refusal)) throw error;
      answer.write(translatedFailure(error, requestId));
    }
    answer.end();
  }
}

/** How the run is finished; undefined where people who are not in the file stay as they are. */
function finishOf({ complete }: FileRunDto): FinishRequest | undefined {
  return complete === undefined || complete === null ? undefined : requestOf({ complete });
}

function notesOf({ notes: { blank, furtherLines, skipped, ignoredColumns } }: PeopleFile): object {
  return {
    blank,
    furtherLines,
    skipped: [...skipped].map(([reason, rows]) => ({ reason, rows })),
    ignoredColumns,
  };
}

/** The audit entry of a file as a whole; changes of an account's status or role have entries of their own. */
function appliedEntry(
  run: string,
  file: string,
  counts: AppliedCounts,
  isFinished: boolean,
): { action: string; target: string; after: Record<string, unknown> } {
  return { action: 'file.applied', target: `run:${run}`, after: { file, ...counts, isFinished } };
}
