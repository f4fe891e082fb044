import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { roomiestParent } from '../../src/database/private-server/test-server.js';
import { person } from '../factories/person.js';
import { randomFrom, seedOf, shuffled } from '../support/random.js';
import { reportRow } from '../support/report.js';
import { until } from '../support/until.js';
import { Bridge } from './support/bridge.js';
import { Broker, ensureRabbit } from './support/broker.js';
import { EventQueue, type Mode } from './support/event-queue.js';
import { FaultSite } from './support/fault-site.js';

const MODES: readonly Mode[] = ['structured', 'cloudEvents:', 'cloudEvents_'];
/** Between the tries of a bridge there are up to some seconds. */
const APPLIED = { within: 60_000 };
const STUDENTS = 20;
/** Between two events, so that the backlog at the end is short. */
const PACE_MS = 20;
const RECOVERY_MS = 120_000;
const SEED = seedOf('FAULTS');
/** How often each part is killed. */
const KILLS = Number(process.env['FAULTS_KILLS'] ?? 3);
/** The events of each submission of a series. */
const SERIES = ['submitted', 'in_review', 'returned', 'submitted', 'in_review', 'approved', 'closed'];

// Only root may install it; elsewhere these tests are reported as skipped, and a line on stderr says why.
const hasRabbit = await ensureRabbit();
const withRabbit = hasRabbit ? describe : describe.skip;

let broker: Broker;
let site: FaultSite;
let students: string[];
let queues: EventQueue[] = [];
let bridges: Bridge[] = [];
let serial = 0;

beforeAll(async () => {
  if (!hasRabbit) return;
  broker = await Broker.start(await mkdtemp(join(roomiestParent(), 'integration-api-broker-')));
  site = await FaultSite.start();
  students = await Promise.all(Array.from({ length: STUDENTS }, aStudent));
});

afterEach(async () => {
  for (const bridge of bridges) await bridge.stop('SIGKILL');
  for (const queue of queues) queue.close();
  [bridges, queues] = [[], []];
});

afterAll(async () => {
  if (!hasRabbit) return;
  await site.stop();
  await broker.stop();
});

async function aStudent(): Promise<string> {
  const response = await site.post('/users', person({ accountType: 'Student' }));
  return ((await response.json()) as { data: { id: string } }).data.id;
}

function aQueue(): EventQueue {
  const queue = new EventQueue(broker.url, `events-${(serial += 1)}`);
  queues.push(queue);
  return queue;
}

/** A bridge, which consumes the queue when this returns. */
async function aBridge({ name }: EventQueue, ...words: string[]): Promise<Bridge> {
  const bridge = launch(['--queue', name, ...words]);
  await bridge.untilSaid(`consuming ${name}`);
  return bridge;
}

function launch(words: readonly string[], env: Record<string, string> = {}, amqp = broker.url): Bridge {
  const bridge = Bridge.start(site, amqp, words, `bridge-${(serial += 1)}.log`, env);
  bridges.push(bridge);
  return bridge;
}

function formOf(n: number): object {
  return { formType: 'leave', studentId: students[n % students.length], fields: { n } };
}

async function statusOf(submissionId: string): Promise<unknown> {
  const [row] = await site.database.ask('SELECT `status` FROM `submissions` WHERE `submissionId` = ?', [
    submissionId,
  ]);
  return row?.['status'];
}

async function untilApproved(submissionId: string): Promise<void> {
  await until(
    `${submissionId} is approved`,
    async () => (await statusOf(submissionId)) === 'approved',
    APPLIED,
  );
}

async function untilOneWaits(queue: EventQueue, name = queue.name): Promise<void> {
  await until(`one message waits in ${name}`, async () => (await queue.count(name)) === 1, APPLIED);
}

withRabbit('the bridge', () => {
  it('applies events in every mode, acknowledges them, and ends with 0', async () => {
    const queue = aQueue();
    const bridge = await aBridge(queue);
    for (const [n, mode] of MODES.entries()) {
      const data = { submissionId: `mode-${n}`, status: 'approved', ...formOf(n) };
      await queue.send({ id: `mode-${n}`, time: new Date().toISOString(), data }, mode);
    }
    for (const n of MODES.keys()) await untilApproved(`mode-${n}`);
    expect(await bridge.stop()).toBe(0);
    expect(await bridge.summary).toMatch(/^3 applied, 0 known, older or unchanged, 0 refused/);
    expect(await queue.count()).toBe(0);
  });

  it('dead-letters what is refused with the refusal in its headers, and ends with 1', async () => {
    const queue = aQueue();
    const bridge = await aBridge(queue, '--json', '--retries', '2');
    await queue.send({ id: 'refused-1', data: { submissionId: 'none', status: 'done' } }, 'cloudEvents:');
    await untilOneWaits(queue, `${queue.name}.dead`);
    const deadLettered = await queue.refused();
    expect(deadLettered?.headers).toMatchObject({
      'cloudEvents:id': 'refused-1',
      'x-refusal-status': 400,
      'x-refusal-code': 'VALIDATION_FAILED',
      'x-refusal-message': expect.stringMatching(/^data\.status must be one of draft, /) as string,
      'x-refusal-request-id': expect.stringMatching(/^events-/) as string,
    });
    expect(deadLettered?.body).toEqual({ submissionId: 'none', status: 'done' });
    await queue.sendRaw({ contentType: 'text/plain' }, Buffer.from('no event'));
    await queue.sendRaw({ contentType: 'application/cloudevents+json' }, Buffer.from('{"id":'));
    await queue.send({ id: 'refused-2', data: { submissionId: 'never', status: 'draft' } });
    const codes = new Map<unknown, unknown>();
    const areRefused = async (): Promise<boolean> => {
      const message = await queue.refused();
      if (message !== undefined) codes.set(message.headers?.['x-refusal-code'], String(message.body));
      return codes.size === 3;
    };
    await until('three messages are refused', areRefused, APPLIED);
    expect([...codes.keys()].sort()).toEqual([
      'MALFORMED_JSON',
      'SUBMISSION_NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect({
      unsupportedMediaType: codes.get('UNSUPPORTED_MEDIA_TYPE'),
      malformedJson: codes.get('MALFORMED_JSON'),
    }).toEqual({ unsupportedMediaType: 'no event', malformedJson: '{"id":' });
    expect(await bridge.stop('SIGINT')).toBe(1);
  });

  it('gives a submission time to come into being by another event', async () => {
    const queue = aQueue();
    await aBridge(queue, '--retries', '20');
    await queue.send({ id: 'later-2', data: { submissionId: 'later', status: 'approved' } });
    await queue.send({ id: 'later-1', data: { submissionId: 'later', status: 'draft', ...formOf(1) } });
    await untilApproved('later');
    expect(await queue.count(`${queue.name}.dead`)).toBe(0);
  });

  it('ends with 2, and leaves the messages, when the service refuses its credential', async () => {
    const queue = aQueue();
    expect(await (await aBridge(queue)).stop()).toBe(0);
    await queue.send({ id: 'kept', data: { submissionId: 'kept', status: 'approved', ...formOf(1) } });
    const refused = launch(['--queue', queue.name], { INTEGRATION_API_SECRET: 'is_wrong' });
    expect(await refused.ended()).toBe(2);
    expect(await refused.said()).toMatch(/the service refuses: 401 /);
    await untilOneWaits(queue);
    await aBridge(queue);
    await untilApproved('kept');
  });

  it('ends with 2 when the broker refuses it: its password, or a queue that is declared otherwise', async () => {
    const password = launch(['--queue', 'any'], {}, broker.url.replace('guest:guest', 'guest:secret-word'));
    expect(await password.ended()).toBe(2);
    expect(await password.said()).toMatch(/the broker refuses: .*ACCESS_REFUSED/);
    expect(await password.said()).not.toMatch('secret-word');
    const queue = aQueue();
    await queue.declare();
    const declared = launch(['--queue', queue.name]);
    expect(await declared.ended()).toBe(2);
    expect(await declared.said()).toMatch(/the broker refuses: .*inequivalent arg/);
  });

  it('lets a message go to the dead letters that was delivered too often', async () => {
    const queue = aQueue();
    const words = ['--delivery-limit', '1', '--url', 'http://127.0.0.1:1'];
    const first = await aBridge(queue, ...words);
    await queue.send({ id: 'often', data: {} });
    await first.untilSaid('trying again in');
    await first.stop('SIGKILL');
    const second = await aBridge(queue, ...words);
    await second.untilSaid('trying again in');
    await second.stop('SIGKILL');
    await untilOneWaits(queue, `${queue.name}.dead`);
    expect((await queue.refused())?.headers).toMatchObject({ 'x-first-death-reason': 'delivery_limit' });
  });
});

/** Both are applied once in either order; any of them a second time would be a third move. */
const PAIR = ['approved', 'returned'];

/** What was sent. */
interface Load {
  readonly queue: EventQueue;
  /** Submissions with two events without a time, and with a series of events in their order. */
  pairs: number;
  series: number;
  isOver: boolean;
}

/** Sends events until asked to end: pairs in any mode, some of them twice, and series. */
async function send(load: Load, random: () => number): Promise<void> {
  const { queue } = load;
  while (!load.isOver) {
    const n = load.pairs;
    const mode = MODES[Math.floor(random() * MODES.length)] ?? 'structured';
    const events = PAIR.map((status) => ({
      id: `pair-${n}-${status}`,
      data: { submissionId: `pair-${n}`, status, ...formOf(n) },
    }));
    for (const event of events) await queue.send(event, mode);
    if (random() < 0.3) for (const event of events) await queue.send(event, mode);
    load.pairs += 1;
    if (n % 10 === 0) await sendSeries(load, n);
    await sleep(PACE_MS);
  }
}

async function sendSeries(load: Load, n: number): Promise<void> {
  const [name, start] = [`series-${load.series}`, Date.now() - SERIES.length];
  for (const [step, status] of SERIES.entries()) {
    const data = { submissionId: name, status, ...(step === 0 ? formOf(n) : {}) };
    await load.queue.send({ id: `${name}-${step}`, time: new Date(start + step).toISOString(), data });
  }
  load.series += 1;
}

/** Submissions whose moves or steps in the queue are not what their events say. */
async function differences({ pairs, series }: Load): Promise<string[]> {
  const ask = (sql: string): ReturnType<typeof site.database.ask> => site.database.ask(sql);
  const countsIn = async (table: string): Promise<Map<unknown, number>> => {
    const rows = await ask(`SELECT \`submissionId\`, COUNT(*) AS \`n\` FROM \`${table}\` GROUP BY 1`);
    return new Map(rows.map((row) => [row['submissionId'], Number(row['n'])]));
  };
  const moved = await countsIn('submission_transitions');
  const queued = await countsIn('sync_transitions');
  const wrong = Array.from({ length: pairs }, (_, n) => `pair-${n}`)
    .filter((name) => moved.get(name) !== PAIR.length || queued.get(name) !== 1)
    .map((name) => `${name}: ${moved.get(name) ?? 0} moves, ${queued.get(name) ?? 0} steps`);
  const unordered = await ask(
    'SELECT `a`.`submissionId` FROM `submission_transitions` `a` JOIN `submission_transitions` `b` ' +
      'ON `b`.`tenantId` = `a`.`tenantId` AND `b`.`submissionId` = `a`.`submissionId` AND `b`.`id` > `a`.`id` ' +
      "WHERE `a`.`submissionId` LIKE 'series-%' AND `b`.`at` <= `a`.`at`",
  );
  const open = await ask(
    "SELECT `submissionId` FROM `submissions` WHERE `submissionId` LIKE 'series-%' AND `status` = 'closed'",
  );
  const waiting = await ask('SELECT `eventId` FROM `review_outbox`');
  return [
    ...wrong,
    ...unordered.map((row) => `${String(row['submissionId'])} moved back in time`),
    ...(open.length === series ? [] : [`${open.length} of ${series} series are closed`]),
    ...(waiting.length === 0 ? [] : [`${waiting.length} events wait in the outbox`]),
  ];
}

withRabbit('while broker, bridge, service and database are killed at random', () => {
  it('every event is applied exactly once', async () => {
    const random = randomFrom(SEED);
    const load: Load = { queue: aQueue(), pairs: 0, series: 0, isOver: false };
    const words = ['--queue', load.queue.name, '--delivery-limit', '1000', '--retries', '50'];
    let bridge = await aBridge(load.queue, '--delivery-limit', '1000', '--retries', '50');
    await broker.restart();
    await bridge.untilSaid(`consuming ${load.queue.name} again`);
    const pause = (): Promise<unknown> => sleep(100 + random() * 1500);
    const kills = {
      broker: async () => {
        await broker.kill();
        await pause();
        await broker.startAgain();
      },
      bridge: async () => {
        await bridge.stop(random() < 0.3 ? 'SIGTERM' : 'SIGKILL');
        await pause();
        bridge = launch(words);
      },
      service: async () => {
        await site.service.stop('SIGKILL');
        await pause();
        await site.startService();
      },
      database: async () => {
        await site.database.kill();
        await pause();
        await site.database.start();
      },
    };
    const sending = send(load, randomFrom(SEED + 1));
    const order = Object.values(kills).flatMap((kill) => Array.from({ length: KILLS }, () => kill));
    for (const kill of shuffled(order, random)) {
      await kill();
      await pause();
    }
    load.isOver = true;
    await sending;
    const over = performance.now();
    const isDone = async (): Promise<boolean> => {
      expect(await differences(load)).toEqual([]);
      return (await load.queue.count()) === 0;
    };
    await until('every event is applied', isDone, { within: RECOVERY_MS });
    const seconds = (performance.now() - over) / 1000;
    expect(await load.queue.count(`${load.queue.name}.dead`)).toBe(0);
    expect(await bridge.stop()).toBe(0);
    expect(await differences(load)).toEqual([]);
    report(`each part killed ${KILLS} times, seed ${SEED}`, load, seconds);
  });
});

/** For the table that the command prints at its end. */
function report(fault: string, { pairs, series }: Load, seconds: number): void {
  const events = pairs * PAIR.length + series * SERIES.length;
  reportRow([fault, `${events} events`, events, events, 0, 0, '-', '-', seconds.toFixed(1), '-']);
}
