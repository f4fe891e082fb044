import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';

import { CliModule } from '../../../src/cli/cli.module.js';
import { COMMANDS } from '../../../src/cli/commands/index.js';
import { readConfig } from '../../../src/config/environment.js';
import { connectDatabase } from '../../../src/database/connection/connect.js';
import { TransactionEvents } from '../../../src/events/transaction-events.js';
import { CONFLICT_DECIDED } from '../../../src/identity/conflicts/conflict-facts.js';
import {
  DISCREPANCIES_RESOLVED,
  DISCREPANCY_REOPENED,
  REVIEW_EVENT_DELIVERED,
  SUBMISSION_WRITTEN,
} from '../../../src/submissions/submission-facts.js';
import { TENANCY_CHANGED } from '../../../src/tenancy/tenants/tenancy-action.js';
import {
  HOLDS_DECIDED,
  HOLDS_REOPENED,
  LIMITS_PASSED,
} from '../../../src/users/deprovisioning-limits/limit-facts.js';
import { MATCH_ASKED } from '../../../src/users/matching/questions.js';
import { KEEP_ACTIVE_SET, USER_CHANGED, USER_DEPROVISIONED } from '../../../src/users/model/user-facts.js';
import { ERASED_MET, USER_ERASED } from '../../../src/users/tombstones/tombstone-facts.js';
import { TestService } from '../../support/service.js';

const FACTS = [
  [USER_CHANGED, ['PeopleListener', 'UserChangesListener', 'UserPlaces', 'UsersListener']],
  [USER_DEPROVISIONED, ['DeprovisioningLimits', 'SessionsService']],
  [KEEP_ACTIVE_SET, ['KeepActiveListener']],
  [USER_ERASED, ['PeopleListener', 'RemovalsListener']],
  [ERASED_MET, ['ErasedListener']],
  [LIMITS_PASSED, ['LimitsListener']],
  [HOLDS_DECIDED, ['LimitsListener']],
  [HOLDS_REOPENED, ['LimitsListener']],
  [MATCH_ASKED, ['AskedListener']],
  [CONFLICT_DECIDED, ['ConflictsListener']],
  [TENANCY_CHANGED, ['RebuildService', 'TenancyListener']],
  [SUBMISSION_WRITTEN, ['ReviewListener']],
  [REVIEW_EVENT_DELIVERED, ['ReviewListener']],
  [DISCREPANCIES_RESOLVED, ['ReviewListener']],
  [DISCREPANCY_REOPENED, ['ReviewListener']],
] as const;

const TABLE = FACTS.map(([fact, classes]) => ({
  name: fact.name,
  classes,
  handlers: fact.handlers.map(({ prototype }) => prototype.constructor),
}));

const service = await TestService.ofWorker();
let terminal: INestApplicationContext;

async function terminalWith(rooms?: readonly Type[]): Promise<INestApplicationContext> {
  const config = readConfig({ ...process.env, PORT: '0' });
  const { options } = await connectDatabase(config, () => undefined);
  const modules = await CliModule.with(config, options, rooms === undefined ? {} : { rooms });
  return NestFactory.createApplicationContext(modules, { logger: false, abortOnError: false });
}

beforeAll(async () => {
  terminal = await terminalWith();
});

afterAll(() => terminal.close());

describe('the handlers of a fact', () => {
  it.each(TABLE)('$name are $classes, in the service and at the terminal', ({ classes, handlers }) => {
    expect(handlers.map(({ name }) => name).sort()).toEqual(classes);
    for (const handler of handlers)
      for (const application of [service.app, terminal])
        expect(application.get(handler, { strict: false })).toBeInstanceOf(handler);
  });

  it('user.changed end with the progress records, which lock what all writers of a tenant need', () => {
    // By declaration, not in the order in which files are loaded.
    const another = { prototype: {}, method: () => Promise.resolve() };
    expect(() => {
      USER_CHANGED.add(another, { last: true });
    }).toThrow('Two handlers want to be the last');
    expect(USER_CHANGED.handlers.at(-1)?.prototype.constructor.name).toBe('PeopleListener');
  });
});

describe('a command with rooms of its own', () => {
  const READING = COMMANDS.filter((command) => command.rooms !== undefined);

  it.each(READING)('such as $name starts, and is refused each fact', async (command) => {
    const app = await terminalWith(await command.rooms?.());
    try {
      const announced = app.get(TransactionEvents).announce({} as never, {} as never, USER_CHANGED, []);
      await expect(announced).rejects.toThrow('user.changed cannot be announced');
    } finally {
      await app.close();
    }
  });
});
