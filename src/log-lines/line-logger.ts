import { Logger } from '@nestjs/common';

import type { LogLine } from './log-fields.js';

/** Writes the log lines of one part of the service, with declared fields only. */
export class LineLogger {
  private readonly logger: Logger;

  /** @param context the field `context` of its lines */
  constructor(context: string) {
    this.logger = new Logger(context);
  }

  log(line: LogLine): void {
    this.logger.log(line);
  }

  warn(line: LogLine): void {
    this.logger.warn(line);
  }

  error(line: LogLine): void {
    this.logger.error(line);
  }
}
