import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

import { JsonLogger } from '../../../../src/logging/json-logger.js';
import { TestService } from '../../../support/service.js';

/** Two files do this, so that the one that comes second meets what the first has left. */
export async function mutesTheLog(): Promise<void> {
  await TestService.ofWorker();
  const log = jest.spyOn(JsonLogger.prototype, 'log');
  new Logger('Fixture').log('a line');
  expect(log).toHaveBeenCalledWith('a line', 'Fixture');
  Logger.overrideLogger(false);
}
