import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { TransactionEvents } from '../../src/events/transaction-events.js';
import { OutboxEvent } from '../../src/submissions/entities/outbox-event.entity.js';
import { OutboxRepository } from '../../src/submissions/outbox/outbox.repository.js';
import { StatementWatch } from '../platform/database/hot-queries/statement-watch.js';
import { OwnDatabase } from '../support/own-database.js';
import { TestService, type TestTenant } from '../support/service.js';

const BACKLOG = 20_000;
const LIMIT = 100;
/** For each due event: its index entry, its row, and the other waiting events of its submission. */
const READS_OF_ONE = 8;

/** A separate database, because sweeps of other processes would deliver the backlog. */
const own = new OwnDatabase('backlog');

let service: TestService;
let tenant: TestTenant;
let outbox: OutboxRepository;

const database = (): DataSource => service.app.get(DataSource);

beforeAll(async () => {
  await own.drop();
  service = await TestService.start({ DATABASE_URL: own.url });
  tenant = await service.tenant();
  outbox = service.app.get(OutboxRepository);
});

afterAll(async () => {
  await service.stop();
  await own.drop();
});

beforeEach(async () => {
  jest.spyOn(service.app.get(TransactionEvents), 'isHandled').mockReturnValue(false);
  await database().query('DELETE FROM `review_outbox`');
});

async function backlog(dueAt: string, deadLetteredAt: string): Promise<void> {
  await database().query(
    `INSERT INTO \`review_outbox\` (\`tenantId\`, \`eventId\`, \`submissionId\`, \`from\`, \`to\`, \`actor\`,
      \`requestId\`, \`occurredAt\`, \`attempts\`, \`nextAttemptAt\`, \`deadLetteredAt\`)
    SELECT ?, CONCAT('e-', a.n * 200 + b.n), CONCAT('s-', a.n * 200 + b.n), 'submitted', 'approved', 'terminal', 'r',
      UTC_TIMESTAMP(3), 0, ${dueAt}, ${deadLetteredAt}
    FROM (WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < ${BACKLOG / 200})
        SELECT n FROM t) a,
      (WITH RECURSIVE t AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 199) SELECT n FROM t) b`,
    [tenant.tenantId],
  );
  await database().query('ANALYZE TABLE `review_outbox`');
}

/** The query plan and the number of rows of the statement that finds due events. */
async function lookAt(now: Date): Promise<{ found: number; read: number; sorts: boolean }> {
  const watch = new StatementWatch(database());
  const found = (await outbox.due({ now }, LIMIT)).length;
  const of = watch.statements.filter(({ sql }) => sql.includes('review_outbox'));
  const [first] = of;
  return {
    found,
    read: of.reduce((sum, { read }) => sum + read, 0),
    sorts: (first?.queryPlan ?? []).some(({ Extra }) => /filesort|temporary/.test(Extra ?? '')),
  };
}

const AGO = 'UTC_TIMESTAMP(3) - INTERVAL 1 HOUR - INTERVAL (a.n * 200 + b.n) SECOND';

async function add(
  events: readonly { eventId: string; submissionId: string; dueIn: number; attempts?: number }[],
): Promise<void> {
  const now = Date.now();
  for (const { eventId, submissionId, dueIn, attempts = 0 } of events)
    await database()
      .getRepository(OutboxEvent)
      .insert({
        tenantId: tenant.tenantId,
        eventId,
        submissionId,
        from: 'submitted',
        to: 'approved',
        actor: 'terminal',
        requestId: 'r',
        occurredAt: new Date(now),
        attempts,
        lastError: null,
        nextAttemptAt: new Date(now + dueIn),
        deadLetteredAt: null,
      });
}

const namesOf = (events: readonly OutboxEvent[]): string[] => events.map(({ eventId }) => eventId);

describe('a look at what is due', () => {
  it('reads no more of a long backlog than it takes, and sorts none of it', async () => {
    await backlog(AGO, 'NULL');
    const { found, read, sorts } = await lookAt(new Date());
    expect({ found, sorts }).toEqual({ found: LIMIT, sorts: false });
    expect(read).toBeLessThan(LIMIT * READS_OF_ONE);
  });

  it('reads nothing of what is dead-lettered, nor of what waits for its next attempt', async () => {
    await backlog(
      `IF(b.n % 2 = 0, ${AGO}, UTC_TIMESTAMP(3) + INTERVAL 4 MINUTE)`,
      'IF(b.n % 2 = 0, UTC_TIMESTAMP(3), NULL)',
    );
    await add([{ eventId: 'due', submissionId: 's', dueIn: -1000 }]);
    const { found, read } = await lookAt(new Date());
    expect(found).toBe(1);
    expect(read).toBeLessThan(20);
  });

  it('finds what has waited longest first', async () => {
    await add([
      { eventId: 'later', submissionId: 's-1', dueIn: -1000 },
      { eventId: 'sooner', submissionId: 's-2', dueIn: -5000 },
    ]);
    expect(namesOf(await outbox.due({ now: new Date() }, 1))).toEqual(['sooner']);
  });

  it('handles the moves of a submission in their order, whatever the clocks said that noted them', async () => {
    await add([
      { eventId: 'approved', submissionId: 's-1', dueIn: 60_000 },
      { eventId: 'of another', submissionId: 's-2', dueIn: -1000 },
      { eventId: 'closed', submissionId: 's-1', dueIn: -5000 },
    ]);
    expect(namesOf(await outbox.due({ now: new Date() }, 1))).toEqual(['approved', 'closed']);
    expect(namesOf(await outbox.due({ now: new Date() }, 10))).toEqual(['approved', 'of another', 'closed']);
  });

  it('does not wait with a move for an earlier one that failed', async () => {
    await add([
      { eventId: 'approved', submissionId: 's-1', dueIn: 60_000, attempts: 1 },
      { eventId: 'closed', submissionId: 's-1', dueIn: -1000 },
    ]);
    expect(namesOf(await outbox.due({ now: new Date() }, 10))).toEqual(['closed']);
  });
});
