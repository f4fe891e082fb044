import type { Terminal } from '../terminal.js';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { count, printable } from '../feed/report.js';
import { type ConsumeArguments, readArguments, USAGE } from './arguments.js';
import { type BridgeCounts, EventBridge } from './event-bridge.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * The bridge from a queue of RabbitMQ to the service. The summary goes to stdout, everything else to stderr.
 * @returns the exit code: 0 stopped and nothing was refused, 1 stopped and some events were refused, 2 could not start
 * or continue
 */
export async function consume(argv: readonly string[], io: Terminal): Promise<number> {
  const say = (text: string): void => {
    io.stderr.write(`events consume: ${printable(text)}\n`);
  };
  try {
    const args = readArguments(argv, io.env);
    if (args === undefined) {
      io.stdout.write(USAGE);
      return 0;
    }
    return await bridge(args, io, say);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    say(reasonOf(error));
    return 2;
  }
}

async function bridge(args: ConsumeArguments, io: Terminal, say: (text: string) => void): Promise<number> {
  const events = new EventBridge(args, say);
  const stop = (): void => {
    events.stop();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    await events.run();
    return events.counts.refused > 0 ? 1 : 0;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    io.stdout.write(args.json ? `${JSON.stringify(events.counts)}\n` : summaryText(events.counts, args));
  }
}

function summaryText(
  { applied, notApplied, refused, postponed }: BridgeCounts,
  { queue }: ConsumeArguments,
): string {
  const known = `${count(notApplied)} known, older or unchanged`;
  const left = postponed > 0 ? `, ${count(postponed)} left in ${queue}` : '';
  return `${count(applied)} applied, ${known}, ${count(refused)} refused and dead-lettered in ${queue}.dead${left}\n`;
}
