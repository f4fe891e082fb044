import { setTimeout as delay } from 'node:timers/promises';

import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';

import { PeriodicTask } from '../concurrency/periodic-task.js';
import { explain } from '../database/transaction/database-errors.js';
import { activeTraceId } from '../tracing/spans.js';
import { prettyOutput } from './pretty-lines.js';

/** Contexts in which Nest logs the details of every start. */
const START_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'LazyModuleLoader',
]);

/** Nest logs here, with a stack, an error that ends the start. The process itself says why it does not start. */
const START_ERRORS = 'ExceptionHandler';

/** Without a buffer each line is a system call, a fifth of what a small request costs. */
const BUFFER_BYTES = 16 * 1024;
const FLUSH_MS = 250;
const FINAL_FLUSH_MS = 1000;

type BufferedOutput = ReturnType<typeof pino.destination>;

/** The outputs of this process. */
const outputs = new Set<BufferedOutput>();

/** Standard output, flushed four times a second and at the end of the process. */
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
    // The log itself goes to standard output, so this error cannot be logged.
    (error) => {
      process.stderr.write(`Log lines could not be written: ${String(error)}\n`);
    },
  ).start(FLUSH_MS);
  outputs.add(output);
  return output;
}

/**
 * Writes the buffered lines; to be called just before the process exits. Without it sonic-boom retries for ever when
 * the reader of the output has ended, as Ctrl-C ends both sides of a pipe, or does not read any more.
 */
export async function finishOutput(): Promise<void> {
  for (const output of outputs) {
    const written = new Promise<void>((resolve) => {
      output.flush(() => {
        resolve();
      });
    });
    await Promise.race([written, delay(FINAL_FLUSH_MS)]);
    output.flushSync = () => undefined;
  }
}

function outputFor(stdout: NodeJS.WriteStream): DestinationStream {
  return stdout.isTTY ? prettyOutput(stdout) : bufferedOutput();
}

/** The log of the service, through pino: one JSON object per line on standard output, or a plain line on a terminal. */
export class JsonLogger implements LoggerService {
  private readonly pino;

  /** @param output receives the lines instead of standard output */
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
    if (!START_CONTEXTS.has(String(rest.at(-1)))) this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== START_ERRORS) this.write('error', message, rest);
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

  /**
   * Nest passes the context as the last argument. An error may contain SQL and values, so `explain` selects its
   * fields.
   */
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
    const traceId = activeTraceId();
    this.pino[level]({
      ...(traceId === undefined ? {} : { traceId }),
      ...fields,
      ...(typeof context === 'string' ? { context } : {}),
    });
  }
}
