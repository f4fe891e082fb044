import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';

import {
  type BulkAnswer,
  type CreateUpdateUser,
  IntegrationApi,
  type IntegrationApiError,
  isBulkRefusal,
} from '../../client/src/index.js';
import { rowsOf } from '../support/answers.js';
import { memoryNow } from '../support/memory.js';
import {
  answering,
  answeringEach,
  inserted,
  unavailable,
  unchanged,
  updated,
} from '../support/scripted-bulk.js';
import { away, refusing, ScriptedService, type Step } from '../support/scripted-service.js';
import { BUILD_LIMIT_MS, runScript } from '../support/service-process.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { all, student } from './people.js';

const CREDENTIAL = { apiKey: 'the-key', apiSecret: 'the-secret' };
/** More rows than may be without an answer at a time. */
const MANY = 25_000;
const LINE_FEED = 10;

type Answers = BulkAnswer<CreateUpdateUser>[];

async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    memoryNow();
    await nextTurn();
  }
}

function* students(from: number, to: number): Generator<CreateUpdateUser, void, undefined> {
  for (let number = from; number <= to; number += 1) yield student(number);
}

describe('people in bulk', () => {
  let service: TestService;
  let tenant: TestTenant;
  let api: IntegrationApi;

  beforeAll(async () => {
    service = await TestService.ofWorker();
  });

  beforeEach(async () => {
    tenant = await service.tenant();
    api = new IntegrationApi({ url: service.baseUrl, ...tenant });
  });

  it('get an answer each, with the row that it is for, in their order', async () => {
    const rows = [student(1), { ...student(2), email: 'nowhere' }, student(3), student(1)];
    const answers: Answers = await all(api.users.bulk(rows));
    expect(answers).toMatchObject([
      { line: 1, success: true, effect: 'inserted', message: 'DATA INSERTED' },
      { line: 2, success: false, error: { code: 'VALIDATION_FAILED', details: [{ field: 'email' }] } },
      { line: 3, success: true, effect: 'inserted' },
      { line: 4, success: true, effect: 'unchanged' },
    ]);
    expect(answers.map(({ row }) => row)).toEqual(rows);
  });

  it('are sent as the lines that they are in their file, and answered in their order', async () => {
    const rows = [
      { line: 2, person: student(1) },
      { line: 3, person: { ...student(2), email: 'nowhere' } },
      { line: 70_000, person: { ...student(3), email: 'nowhere' } },
      { line: 5, person: student(4) },
    ];
    const run = new IntegrationApi({ url: service.baseUrl, ...tenant, run: 'file-1' });
    const options = { lineOf: ({ line }: { line: number }) => line };
    const answers = await all(run.users.bulkOf(rows, ({ person }) => JSON.stringify(person), options));
    expect(answers.map(({ line, success }) => [line, success])).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(rowsOf(await tenant.sis.get('/runs/file-1/failures')).map(({ line }) => line)).toEqual([
      3, 70_000,
    ]);
  });

  it('are counted', async () => {
    const answers = api.users.bulk([student(1), student(2), student(1), { ...student(2), degree: 'EdD' }]);
    await all(answers);
    const counts = { received: 4, inserted: 2, updated: 1, unchanged: 1, failed: 0 };
    expect(answers.summary).toEqual({ ...counts, resent: 0, unanswered: 0 });
  });

  it('are not written by a dry run', async () => {
    const [answer] = await all(api.users.bulk([student(1)], { dryRun: true }));
    expect(answer).toMatchObject({ effect: 'inserted' });
    await expect(api.users.get('S-1')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('may be none at all, for which no request is made', async () => {
    const answers = api.users.bulk([], { run: 'empty' });
    expect(await all(answers)).toEqual([]);
    await expect(api.runs.get('empty')).rejects.toMatchObject({ status: 404 });
  });

  it('are sent as they come: an answer arrives before the next row exists', async () => {
    const seen: string[] = [];
    async function* slowly(): AsyncGenerator<CreateUpdateUser, void, undefined> {
      yield student(1);
      await until('the first answer is here', () => seen.length > 0);
      yield student(2);
    }
    for await (const { line } of api.users.bulk(slowly())) seen.push(`answer ${line}`);
    expect(seen).toEqual(['answer 1', 'answer 2']);
  });

  it('are read no faster than their answers are taken', async () => {
    let read = 0;
    function* counted(): Generator<CreateUpdateUser, void, undefined> {
      for (const row of students(1, MANY)) {
        read += 1;
        yield row;
      }
    }
    let ahead = 0;
    let taken = 0;
    for await (const { line } of api.users.bulk(counted(), { dryRun: true })) {
      taken = line;
      ahead = Math.max(ahead, read - taken);
    }
    expect(taken).toBe(MANY);
    expect(ahead).toBeLessThanOrEqual(10_000);
  });

  it('are refused as a whole with a wrong secret, however many they are', async () => {
    const unauthorised = new IntegrationApi({ url: service.baseUrl, ...CREDENTIAL });
    await expect(all(unauthorised.users.bulk(students(1, MANY)))).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      status: 401,
    });
  });

  it('end when their reader leaves, and their source is notified', async () => {
    let closed = false;
    function* rows(): Generator<CreateUpdateUser, void, undefined> {
      try {
        yield* students(1, MANY);
      } finally {
        closed = true;
      }
    }
    for await (const { line } of api.users.bulk(rows())) if (line === 3) break;
    expect(closed).toBe(true);
  });

  it('end with the error of their source, after the answers to what was sent', async () => {
    function* broken(): Generator<CreateUpdateUser, void, undefined> {
      yield student(1);
      throw new Error('the file ends here');
    }
    const answers = api.users.bulk(broken());
    await expect(all(answers)).rejects.toThrow('the file ends here');
    expect(answers.summary).toMatchObject({ received: 1, inserted: 1 });
  });

  it('may be JSON already, as text or as bytes, beside what the caller keeps with each', async () => {
    const rows = [JSON.stringify(student(1)), Buffer.from('{"broken":'), JSON.stringify(student(1))];
    const lines = rows.map((json, index) => ({ json, place: `line ${index + 7}` }));
    const answers = await all(api.users.bulkOf(lines, ({ json }) => json));
    expect(answers).toMatchObject([
      { row: { place: 'line 7' }, effect: 'inserted' },
      { row: { place: 'line 8' }, error: { code: 'MALFORMED_JSON' } },
      { row: { place: 'line 9' }, effect: 'unchanged' },
    ]);
  });

  it.each([
    ['two lines', '{"email":\n"a"}'],
    ['a blank line', ' \r'],
    ['nothing', Buffer.of()],
  ])('are refused by the client when the JSON of one is %s', async (_, json) => {
    const answers = api.users.bulkOf([student(1), undefined], (row) => (row ? JSON.stringify(row) : json));
    await expect(all(answers)).rejects.toThrow('must be one line that is not blank');
    expect(answers.summary).toMatchObject({ received: 1, inserted: 1, unanswered: 0 });
  });

  it('take the progress of students as well', async () => {
    await api.users.createOrUpdate(student(1));
    const rows = [{ studentId: 'S-1', dissertation: { title: 'Reading', status: 'in_progress' as const } }];
    expect(await all(api.students.bulk(rows))).toMatchObject([{ success: true, line: 1 }]);
    const [record] = await all(api.progress.records());
    expect(record?.dissertation.title).toBe('Reading');
  });
});

describe('people in bulk, where the service fails', () => {
  let service: ScriptedService;
  let api: IntegrationApi;

  const acceptAll = answeringEach(inserted);

  /** The people of each request. */
  const sent = (): string[][] =>
    service.exchanges.map(({ lines }) =>
      lines.map((line) => (JSON.parse(line) as { externalId: string }).externalId),
    );

  beforeEach(async () => {
    service = await ScriptedService.start(acceptAll);
    api = new IntegrationApi({ url: service.url, ...CREDENTIAL, backoffMs: 1, retries: 3 });
  });

  afterEach(() => service.stop());

  it('are sent again from the first row without an answer when the connection is lost', async () => {
    service.next(async (exchange) => {
      await exchange.read(5);
      exchange.write(inserted(1), inserted(2));
      exchange.response.write('', () => {
        exchange.lose();
      });
    });
    const answers: Answers = await all(api.users.bulk(students(1, 5)));
    expect(answers.map(({ line, row }) => [line, row.externalId])).toEqual(
      [1, 2, 3, 4, 5].map((line) => [line, `S-${line}`]),
    );
    // The reset may overtake the two answers; a row that was answered is never sent again.
    const again = sent()[1] ?? [];
    const answered = 5 - again.length;
    expect([0, 1, 2]).toContain(answered);
    expect(again).toEqual(['S-1', 'S-2', 'S-3', 'S-4', 'S-5'].slice(answered));
  });

  it('are sent again, later ones included, from the first row for which the service is away', async () => {
    service.next(answering(inserted(1), unavailable(2), inserted(3)), answering(inserted(1), unchanged(2)));
    const answers = api.users.bulk(students(1, 3));
    await all(answers);
    expect(sent()).toEqual([
      ['S-1', 'S-2', 'S-3'],
      ['S-2', 'S-3'],
    ]);
    expect(answers.summary).toMatchObject({ received: 3, inserted: 3, unchanged: 0 });
  });

  it('that are sent again count with what they did the first time', async () => {
    const warnings = [{ field: 'email', code: 'POSSIBLE_REASSIGNMENT', message: 'Perhaps another person.' }];
    service.next(
      answering(
        unavailable(1),
        updated(2, { deprovisioned: true, warnings }),
        updated(3, { restored: true }),
        updated(4, { holdId: null }),
      ),
      answering(inserted(1), ...[2, 3, 4].map(unchanged)),
    );
    expect(await all(api.users.bulk(students(1, 4)))).toMatchObject([
      { effect: 'inserted', deprovisioned: false, restored: false, holdId: undefined, warnings: [] },
      { effect: 'updated', deprovisioned: true, restored: false, warnings },
      { effect: 'updated', deprovisioned: false, restored: true },
      { effect: 'updated', holdId: null },
    ]);
  });

  it('are sent again after a failure of the service, under one request id and its continuations', async () => {
    service.next(refusing(500, 'INTERNAL_ERROR'), ({ response }) => {
      response.writeHead(502).end('<html>');
    });
    expect(await all(api.users.bulk(students(1, 2), { requestId: 'night' }))).toHaveLength(2);
    const ids = service.exchanges.map((exchange) => exchange.header('x-request-id'));
    expect(ids).toEqual(['night', 'night.2', 'night.3']);
  });

  it('are not sent elsewhere, which would take the credential there', async () => {
    service.next(({ response }) => {
      response.writeHead(307, { Location: `${service.url}/x` }).end();
    });
    const refusal = await all(api.users.bulk(students(1, 2))).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(isBulkRefusal(refusal as IntegrationApiError)).toBe(true);
    expect(service.exchanges).toHaveLength(1);
  });

  it('are done, in real time, when each has its answer and the summary does not come', async () => {
    service.next(async (exchange) => {
      await exchange.read();
      exchange.write(inserted(1), inserted(2));
    });
    expect(await all(api.users.bulk(students(1, 2), { timeoutMs: 500 }))).toHaveLength(2);
    expect(service.exchanges).toHaveLength(1);
  });

  it('are given up, in real time, when the service falls silent, and the connection is closed', async () => {
    service.next(async (exchange) => {
      await exchange.read(2);
      exchange.write(inserted(1));
    });
    const impatient = new IntegrationApi({ url: service.url, ...CREDENTIAL, retries: 0, timeoutMs: 500 });
    const answers = impatient.users.bulk(students(1, 2));
    const reading = (async () => {
      // What fetch does not hold itself is gone by now.
      for await (const answer of answers) if (answer.success) await collectGarbage();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(answers.summary).toMatchObject({ received: 1, unanswered: 1 });
    const [exchange] = service.exchanges;
    await until('the connection is closed', () => exchange?.request.socket.destroyed === true);
  });

  it('wait as long as Retry-After says', async () => {
    service.next(refusing(429, 'RATE_LIMITED', { 'Retry-After': '0' }));
    expect(await all(api.users.bulk(students(1, 2)))).toHaveLength(2);
    expect(service.exchanges).toHaveLength(2);
  });

  it('are given up after so many requests without an answer', async () => {
    service.next(away, away, away, away);
    await expect(all(api.users.bulk(students(1, 2)))).rejects.toMatchObject({ status: 503 });
    expect(service.exchanges).toHaveLength(4);
  });

  it('get their answers, in real time, from a proxy that keeps these back until the request ends', async () => {
    async function* endless(): AsyncGenerator<CreateUpdateUser, void, undefined> {
      yield student(1);
      // The request has begun by now, and does not end with its rows.
      await new Promise<void>((resolve) => (end = resolve));
      yield student(2);
    }
    let end = (): void => undefined;
    service.next(async (exchange) => {
      await acceptAll(exchange);
      end();
    });
    expect(await all(api.users.bulk(endless(), { timeoutMs: 500 }))).toHaveLength(2);
    expect(sent()).toEqual([['S-1'], ['S-2']]);
  });

  it(
    'are not kept in memory: neither the rows that were answered, nor a copy of what was sent',
    async () => {
      const rows = 20_000;
      service.next(async (exchange) => {
        let line = 0;
        exchange.write();
        for await (const bytes of exchange.request as AsyncIterable<Buffer>)
          for (const byte of bytes) if (byte === LINE_FEED) exchange.write(inserted((line += 1)));
        exchange.write({ summary: {} });
        exchange.response.end();
      });
      const { code, stderr } = await runScript('build/build-client.mjs', []);
      expect({ code, hasFailed: stderr.includes('could not') }).toEqual({ code: 0, hasFailed: false });
      const program = join(import.meta.dirname, 'bulk-memory-process.mjs');
      const words = ['--expose-gc', program, service.url, `${rows}`];
      const { stdout } = await promisify(execFile)(process.execPath, words);
      // The rows are 41 MB, and those without an answer at most 16 MiB of them.
      expect(Number(stdout)).toBeGreaterThan(0);
      expect(Number(stdout)).toBeLessThan(25);
    },
    BUILD_LIMIT_MS,
  );

  const answerAnother: Step = async (exchange) => {
    await exchange.read();
    exchange.write(inserted(2));
    exchange.response.end();
  };

  it('are not matched with answers of other rows, and are sent again', async () => {
    service.next(answerAnother);
    const answers = api.users.bulk(students(1, 2));
    expect(await all(answers)).toMatchObject([
      { row: { externalId: 'S-1' } },
      { row: { externalId: 'S-2' } },
    ]);
    expect(answers.summary).toMatchObject({ received: 2, resent: 2, unanswered: 0 });
  });

  it('are given up when the answers are always those of other rows', async () => {
    service.next(...Array.from({ length: 4 }, () => answerAnother));
    const answers = api.users.bulk(students(1, 2));
    await expect(all(answers)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(service.exchanges).toHaveLength(4);
    expect(answers.summary).toMatchObject({ received: 0, unanswered: 2 });
  });
});
