import type { Terminal } from '../terminal.js';
import { AnswerCounts, type Failure } from './answer-counts.js';
import { readArguments, USAGE, type FeedArguments } from './arguments.js';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { readMappingFile } from './mapping-file.js';
import { PositionDisplay } from './position-display.js';
import { proposalText, propose } from './propose.js';
import { Rejects } from './rejects.js';
import { printable, summarise, summaryText, type Summary } from './report.js';
import { proposalsFor } from '../../file-import/proposals/proposals.js';
import type { FileRow, SourceNotes, SourceRow } from '../../file-import/sources/formats.js';
import { isUnreadable, type UnreadableRecord } from '../../file-import/sources/table.js';
import { sendRows } from './send-rows.js';
import { openSource, runOfFile } from './source.js';

/**
 * The nightly command: sends the people of a file to the service. The summary goes to stdout, everything else to
 * stderr.
 * @returns the exit code: 0 all rows accepted, 1 some rows failed, 2 not finished
 */
export async function feed(argv: string[], io: Terminal): Promise<number> {
  try {
    const args = readArguments(argv, io.env);
    if (args === undefined) {
      io.stdout.write(USAGE);
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
    return summary.failed > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    io.stderr.write(`feed: ${printable(reasonOf(error))}\n`);
    return 2;
  }
}

/** The rows to send; the others are reported and left out. */
async function* readable(
  rows: AsyncIterable<FileRow>,
  refuse: (row: UnreadableRecord) => Promise<void>,
): AsyncGenerator<SourceRow> {
  for await (const row of rows)
    if (isUnreadable(row)) await refuse(row);
    else yield row;
}

/** Nothing of it was applied: the feed takes exact names and the mapping. */
function showProposals({ beginning }: SourceNotes, io: Terminal): void {
  if (beginning === undefined) return;
  for (const proposal of proposalsFor(beginning))
    io.stderr.write(`feed: not sent: ${proposalText(proposal)}; name it in a mapping, or as null\n`);
}

async function run(args: FeedArguments, io: Terminal): Promise<Summary> {
  const start = performance.now();
  const mapping = args.map === undefined ? undefined : await readMappingFile(args.map);
  const source = await openSource(args, io.stdin, mapping);
  const name = args.run ?? (await runOfFile(args.file));
  const rejects = args.rejects === undefined ? undefined : await Rejects.create(args.rejects);
  const display = new PositionDisplay(io.stderr, source);
  const counts = new AnswerCounts();
  const fail = async (failure: Failure | undefined): Promise<void> => {
    if (failure !== undefined) await rejects?.add(failure);
  };
  const rows = readable(source.rows, (row) => fail(counts.refuse(row)));
  const sent = await sendRows(rows, {
    ...args,
    run: name,
    notice: (text) => {
      display.notice(text);
    },
    settle: async (answer) => {
      await fail(counts.add(answer));
      display.update(counts.received);
    },
  });
  display.clear();
  source.close();
  await rejects?.close();
  showProposals(source.notes, io);
  return summarise({ ...args, run: name }, counts, sent, source.notes, performance.now() - start);
}
