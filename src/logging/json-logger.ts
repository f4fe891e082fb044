import { setTimeout as delay } from 'node:timers/promises';

import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';

import { PeriodicTask } from '../concurrency/periodic-task.js';
import { explain } from '../database/transaction/database-errors.js';
import { prettyOutput } from './pretty-lines.js';

const FRAMEWORK_CHATTER = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'LazyModuleLoader',
]);

/** A line written at once is a system call of its own, and a fifth of what a small request costs. */
const BUFFER_BYTES = 16 * 1024;
const FLUSH_MS = 250;
const LAST_WORDS_MS = 1000;

type BufferedOutput = ReturnType<typeof pino.destination>;

/** Those of this process. */
const outputs = new Set<BufferedOutput>();

/** Standard output, written a few times a second, and at the end of the process. */
function bufferedOutput(): BufferedOutput {
  const output = pino.destination({
    dest: process.stdout.fd,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: 2 * BUFFER_BYTES,
  });
  new PeriodicTask(
    () => {
      output.flush();
    },
    // Lines that standard output does not take cannot say so themselves.
    (error) => {
      process.stderr.write(`Log lines could not be written: ${String(error)}\n`);
    },
  ).start(FLUSH_MS);
  outputs.add(output);
  return output;
}

/**
 * Writes what waits; to be called just before the process exits. Left to itself sonic-boom tries for ever then when whoever read
 * our output has ended, as Ctrl-C ends both sides of a pipe, or reads no more.
 */
export async function finishOutput(): Promise<void> {
  for (const output of outputs) {
    const written = new Promise<void>((resolve) => {
      output.flush(() => {
        resolve();
      });
    });
    await Promise.race([written, delay(LAST_WORDS_MS)]);
    output.flushSync = () => undefined;
  }
}

function outputFor(stdout: NodeJS.WriteStream): DestinationStream {
  return stdout.isTTY ? prettyOutput(stdout) : bufferedOutput();
}

/** Everything the service says goes through pino: one JSON object a line on standard output, or a line to read on a terminal. */
export class JsonLogger implements LoggerService {
  private readonly pino;

  /** @param output where lines go instead of standard output */
  constructor(level: string, output?: DestinationStream) {
    const options = {
      level,
      base: null,
      formatters: { level: (label: string) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    };
    this.pino = level === 'silent' ? pino(options) : pino(options, output ?? outputFor(process.stdout));
  }

  log(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK_CHATTER.has(String(rest.at(-1)))) this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context as the last argument. Of an error only what may be logged is: it can hold SQL and values. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: readonly unknown[],
  ): void {
    const context = rest.at(-1);
    const fields =
      message instanceof Error
        ? { msg: message.name, ...explain(message) }
        : typeof message === 'object' && message !== null
          ? message
          : { msg: String(message) };
    this.pino[level]({ ...fields, ...(typeof context === 'string' ? { context } : {}) });
  }
}
