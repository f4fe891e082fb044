import type { Terminal } from '../terminal.js';
import type { AnswerCounts } from './answer-counts.js';
import { type FinishArguments, readArguments, usage, type FeedArguments } from './arguments.js';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { demandFresh } from './file-age.js';
import { readMappingFile } from './mapping-file.js';
import { PositionDisplay } from './position-display.js';
import { proposalText, propose } from './propose.js';
import { Rejects } from './rejects.js';
import { printable, summarise, summaryText, type Summary } from './report.js';
import { proposalsFor } from '../../file-import/proposals/proposals.js';
import type { SourceNotes } from '../../file-import/sources/formats.js';
import { feedRows, missingText } from './feed-rows.js';
import { finishRun, type Sent } from './send-rows.js';
import { openSource, runOfFile } from './source.js';

/**
 * The nightly command: sends the people of a file to the service. The summary goes to stdout, everything else to
 * stderr.
 * @param called how the caller's usage names it
 * @returns the exit code: 0 all rows accepted, 1 some rows failed or the run is not complete, 2 not finished
 */
export async function feed(argv: string[], io: Terminal, called: string): Promise<number> {
  try {
    const args = readArguments(argv, io.env);
    if (args === undefined) {
      io.stdout.write(usage(called));
      return 0;
    }
    if ('propose' in args) return await propose(args, io);
    const summary = await run(args, io);
    if (args.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
    else if (summary.finished || summary.received + summary.refused > 0)
      io.stdout.write(summaryText(summary));
    if (!summary.finished) {
      io.stderr.write(`feed: ${summary.error ?? ''}\n`);
      return 2;
    }
    return summary.failed > 0 || summary.notComplete !== undefined ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    io.stderr.write(`feed: ${printable(reasonOf(error))}\n`);
    return 2;
  }
}

/** Nothing of it was applied: the feed takes exact names and the mapping. */
function showProposals({ beginning }: SourceNotes, io: Terminal): void {
  if (beginning === undefined) return;
  for (const proposal of proposalsFor(beginning))
    io.stderr.write(`feed: not sent: ${proposalText(proposal)}; name it in a mapping, or as null\n`);
}

async function run(args: FeedArguments, io: Terminal): Promise<Summary> {
  const start = performance.now();
  if (args.maxAge !== undefined) await demandFresh(args.file, args.maxAge);
  const mapping = args.map === undefined ? undefined : await readMappingFile(args.map);
  const source = await openSource(args, io.stdin, mapping);
  const name = args.run ?? (await runOfFile(args.file));
  const rejects = args.rejects === undefined ? undefined : await Rejects.create(args.rejects);
  const display = new PositionDisplay(io.stderr, source);
  const options = {
    ...args,
    run: name,
    notice: (text: string) => {
      display.notice(text);
    },
  };
  const { counts, sent } = await feedRows(source, { ...options, display, failed: rejects });
  const ending = await end(args.finish, counts, sent, options);
  display.clear();
  source.close();
  await rejects?.close();
  showProposals(source.notes, io);
  return summarise(options, counts, { ...sent, ...ending }, source.notes, performance.now() - start);
}

/**
 * Ends the run when all rows are answered, or when an earlier feed has ended it with all its rows: the same call has
 * the same answer, and continues what was interrupted. A failure makes the feed one that did not finish.
 */
async function end(
  finish: FinishArguments | undefined,
  { received, refused, faults }: AnswerCounts,
  { failure: failed, isFinishedBefore = false }: Sent,
  options: Parameters<typeof finishRun>[1],
): Promise<Partial<Sent>> {
  const isAgain = isFinishedBefore && received === 0;
  if (finish === undefined || (failed !== undefined && !isAgain)) return {};
  const missing = refused + faults;
  if (missing > 0) return { ending: { notComplete: missingText(missing) } };
  try {
    return { failure: undefined, unanswered: 0, ending: await finishRun(finish, options) };
  } catch (failure) {
    return { failure };
  }
}
