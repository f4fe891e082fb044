import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';

import { explain } from '../database/database-errors.js';
import { currentRequestId } from './request-context.js';

const FRAMEWORK_CHATTER = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Everything the service says goes through pino: one JSON object a line on standard output. */
export class JsonLogger implements LoggerService {
  private readonly pino;

  constructor(level: string) {
    this.pino = pino({
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    });
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
