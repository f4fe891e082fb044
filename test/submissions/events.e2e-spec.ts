import { CloudEvent, HTTP } from 'cloudevents';

import { OutboxRepository } from '../../src/submissions/outbox/outbox.repository.js';
import { REMEMBERED_MS } from '../../src/submissions/outbox/outbox-dispatcher.js';
import { aStudent } from '../factories/progress-people.js';
import {
  aSubmission,
  discrepanciesOf,
  itemOf,
  move,
  readSubmission,
  stepsOf,
} from '../factories/submissions.js';
import { problemsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { inMs } from '../support/clock.js';
import { scrape } from '../support/metrics.js';
import { randomFrom, seedOf, shuffled } from '../support/random.js';
import { TestService, type TestTenant } from '../support/service.js';

const STRUCTURED = 'application/cloudevents+json';
const BATCH = 'application/cloudevents-batch+json';
const SOURCE = '/committees/doctoral';
const TYPE = 'submission.status-changed.v1';
/** The attributes of an event in binary mode, but for its id. */
const IN_HEADERS = { 'ce-specversion': '1.0', 'ce-type': TYPE, 'ce-source': SOURCE };
const SEED = seedOf('EVENTS');

const service = await TestService.ofWorker();
let tenant: TestTenant;
let serial = 0;

beforeEach(async () => {
  tenant = await service.tenant();
});

type Event = Record<string, unknown>;

/** An event as JSON; `undefined` leaves a member out. */
function anEvent(data: unknown, more: Event = {}): Event {
  const id = `e-${(serial += 1)}`;
  return { specversion: '1.0', id, source: SOURCE, type: TYPE, data, ...more };
}

function post(
  body: unknown,
  type = STRUCTURED,
  more: Record<string, string> = {},
  { workflow } = tenant,
): Promise<Answer<Body>> {
  return workflow.post('/events', body, { 'Content-Type': type, ...more });
}

/** What became of an event, or of the events of a batch, which is accepted. */
async function outcome(sent: unknown, type = STRUCTURED): Promise<unknown> {
  const { status, body } = await post(sent, type);
  if (status !== 200) throw new Error(`events answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

const outcomeOf = (data: unknown, more?: Event): Promise<unknown> => outcome(anEvent(data, more));

const batch = (events: readonly unknown[]): Promise<unknown> => outcome(events, BATCH);

async function historyOf(submissionId: string): Promise<Event[]> {
  const sql =
    'SELECT `from`, `to`, `cause`, `actor`, `actorId`, `reason`, `at` FROM `submission_transitions` ' +
    'WHERE `tenantId` = ? AND `submissionId` = ? ORDER BY `id`';
  return service.query(sql, [tenant.tenantId, submissionId]);
}

async function wayOf(submissionId: string): Promise<unknown[]> {
  return (await historyOf(submissionId)).map(({ to }) => to);
}

const APPLIED = { applied: true };
const notApplied = (reason: string): object => ({ applied: false, reason });

describe('an event', () => {
  it.each(['structured', 'binary'] as const)(
    'in %s mode, as the library of CloudEvents writes it, is applied',
    async (mode) => {
      const submissionId = await aSubmission(tenant, { status: 'submitted' });
      const data = { submissionId, status: 'approved', reason: 'voted', actorId: 'Dr. No' };
      const time = inMs(1000);
      const event = new CloudEvent({ type: TYPE, source: SOURCE, time, data });
      const { headers, body } = HTTP[mode](event);
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);

      const answer = await tenant.workflow.send('POST', '/events', String(body), Object.fromEntries(sent));

      expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data: APPLIED });
      expect((await historyOf(submissionId)).at(-1)).toEqual({
        from: 'submitted',
        to: 'approved',
        cause: 'event',
        reason: 'voted',
        actorId: 'Dr. No',
        actor: `key:${tenant.apiKey}`,
        at: new Date(time),
      });
      expect(await stepsOf(tenant, submissionId)).toMatchObject([
        { from: 'not_queued', to: 'queued', cause: 'approved', actor: `key:${tenant.apiKey}` },
      ]);
    },
  );

  it('is compared with others of its millisecond as precisely as it was sent', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const second = inMs(2000).slice(0, 19);
    const [later, earlier] = ['000900', '000100'].map((digits) => ({ time: `${second}.${digits}Z` }));

    expect(await outcomeOf({ submissionId, status: 'approved' }, later)).toEqual(APPLIED);
    expect(await outcomeOf({ submissionId, status: 'in_review' }, earlier)).toEqual(notApplied('older'));
    expect((await readSubmission(tenant, submissionId)).status).toBe('approved');
  });

  it('is compared so with the latest move, also when the fields changed after that', async () => {
    const submissionId = await aSubmission(tenant, { status: 'draft' });
    const { studentId, formType } = await readSubmission(tenant, submissionId);
    const second = inMs(2000).slice(0, 19);
    const at = (digits: string): { time: string } => ({ time: `${second}.${digits}Z` });
    const fields = { studentId, formType, fields: { title: 'New' } };

    expect(await outcomeOf({ submissionId, status: 'submitted' }, at('000900'))).toEqual(APPLIED);
    expect(await outcomeOf({ submissionId, status: 'submitted', ...fields }, at('500'))).toEqual(APPLIED);
    expect(await outcomeOf({ submissionId, status: 'returned' }, at('000100'))).toEqual(notApplied('older'));
  });

  it('is after the latest move when it has no time', async () => {
    const submissionId = await aSubmission(tenant, { status: 'draft' });
    const time = `${inMs(2000).slice(0, 19)}.999900Z`;
    await outcomeOf({ submissionId, status: 'submitted' }, { time });
    expect(await outcomeOf({ submissionId, status: 'approved' }, { time: undefined })).toEqual(APPLIED);
  });

  it.each(['structured', 'batch'] as const)('may have its data in Base64: %s', async (mode) => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const data = Buffer.from(JSON.stringify({ submissionId, status: 'approved' })).toString('base64');
    const event = anEvent(undefined, { data_base64: data });
    expect(mode === 'batch' ? await batch([event]) : [await outcome(event)]).toEqual([APPLIED]);
  });

  it.each(['23:59:60Z', '10:00:00z'])('may have happened at %s', async (time) => {
    const submissionId = await aSubmission(tenant, { status: 'draft' });
    const event = anEvent({ submissionId, status: 'draft' }, { time: `2016-12-31t${time}` });
    expect(await outcome(event)).toMatchObject({ applied: false });
  });

  it('in binary mode is refused when a header is not percent-encoded UTF-8', async () => {
    const data = { submissionId: 's-1', status: 'approved' };
    const answer = await post(data, 'application/json', { ...IN_HEADERS, 'ce-id': 'a%ff' });
    expect(problemsOf(answer)).toEqual([400, 'id']);
  });

  it('in binary mode is distinguished by the decoded values of its headers', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const send = async (id: string, status: string): Promise<unknown> => {
      const headers = { ...IN_HEADERS, 'ce-id': id };
      return (await post({ submissionId, status }, 'application/json', headers)).body.data;
    };

    expect(await send('Z%C3%BCrich %22100%25%22', 'in_review')).toEqual(APPLIED);
    expect(await send('"Z%C3%BCrich \\"100%25\\""', 'approved')).toEqual(notApplied('duplicate'));
    expect(await outcomeOf({ submissionId, status: 'approved' }, { id: 'Zürich "100%"' })).toEqual(
      notApplied('duplicate'),
    );
  });

  it('is a fact: it is applied where the review would not allow the move', async () => {
    const submissionId = await aSubmission(tenant);
    expect(await outcomeOf({ submissionId, status: 'closed' })).toEqual(APPLIED);
    expect(await outcomeOf({ submissionId, status: 'in_review' })).toEqual(APPLIED);
    expect(await wayOf(submissionId)).toEqual(['closed', 'in_review']);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('that is older than the latest move changes nothing, neither status nor fields nor queue', async () => {
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, status: 'in_review' });
    const form = { formType: 'other', studentId, fields: { a: 1 } };
    const before = await readSubmission(tenant, submissionId);
    const late = anEvent({ submissionId, status: 'approved', ...form }, { time: inMs(-60_000) });
    expect(await outcome(late)).toEqual(notApplied('older'));
    expect(await outcome(late)).toEqual(notApplied('duplicate'));
    expect(await readSubmission(tenant, submissionId)).toEqual(before);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('not_queued');
  });

  it('with the status that the submission has does nothing', async () => {
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    expect(await outcomeOf({ submissionId, status: 'approved' })).toEqual(notApplied('unchanged'));
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('sent');
    expect(await wayOf(submissionId)).toEqual(['submitted', 'approved']);
  });

  it('finds discrepancies as a move by the API does', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const form = { formType: 'degree_change', studentId, fields: { degree: 'PhD' } };
    const event = anEvent({ submissionId: 'sub-d', status: 'approved', ...form });
    expect(await outcome(event)).toEqual(APPLIED);
    expect(await discrepanciesOf(tenant, 'sub-d')).toMatchObject([{ field: 'degree', resolution: null }]);
    expect((await itemOf(tenant, 'sub-d')).syncStatus).toBe('failed');
  });

  it('belongs to its tenant: the same source and id of another one is another event', async () => {
    for (const one of [tenant, await service.tenant()]) {
      const submissionId = await aSubmission(one, { submissionId: 'sub-1', status: 'submitted' });
      const event = anEvent({ submissionId, status: 'approved' }, { id: 'vote-7' });
      expect((await post(event, STRUCTURED, {}, one)).body.data).toEqual(APPLIED);
    }
  });

  it('needs the scope workflow, and finds no submission of another tenant', async () => {
    const [other, foreign] = [await service.tenant({ scopes: ['integration'] }), await service.tenant()];
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const event = anEvent({ submissionId, status: 'approved' });
    expect((await post(event, STRUCTURED, {}, other)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await post(event, STRUCTURED, {}, foreign)).body.error.code).toBe('SUBMISSION_NOT_FOUND');
    expect(await wayOf(submissionId)).toEqual(['submitted']);
  });

  it('is handled once, for 90 days, by source and id', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const event = anEvent({ submissionId, status: 'in_review' }, { id: 'e-ninety' });
    expect(await outcome(event)).toEqual(APPLIED);
    expect(await outcome({ ...event, source: '/another' })).toEqual(notApplied('unchanged'));
    const outbox = service.app.get(OutboxRepository);
    await outbox.forgetReceived(new Date(Date.now() - 60_000));
    expect(await outcome(event)).toEqual(notApplied('duplicate'));
    await outbox.forgetReceived(new Date(Date.now() + 1000));
    expect(await outcome(event)).toEqual(notApplied('unchanged'));
    expect(REMEMBERED_MS).toBe(90 * 86_400_000);
  });

  it('that was refused has not been handled: corrected or repeated later, it is applied', async () => {
    const event = anEvent({ submissionId: 'sub-later', status: 'approved' });
    expect((await post(event)).body.error.code).toBe('SUBMISSION_NOT_FOUND');
    await aSubmission(tenant, { submissionId: 'sub-later' });
    expect(await outcome(event)).toEqual(APPLIED);
    expect(await outcome(event)).toEqual(notApplied('duplicate'));
  });

  it('is counted by what became of it', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const counts = async (): Promise<number[]> => {
      const found = await scrape(service);
      return ['applied', 'duplicate', 'older', 'unchanged', 'refused'].map((result) =>
        found.value('review_events_received_total', { result }),
      );
    };
    const before = await counts();
    const event = anEvent({ submissionId, status: 'approved' });
    await batch([event, event, anEvent({ submissionId, status: 'approved' }), anEvent({})]);
    await outcomeOf({ submissionId, status: 'draft' }, { time: inMs(-60_000) });
    await post(anEvent({ submissionId: 'none', status: 'draft' }));
    expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 2]);
  });
});

describe('an event with a form', () => {
  it('makes the submission, moves and queues it', async () => {
    const studentId = await aStudent(tenant);
    const form = { formType: 'address_change', studentId, fields: { street: 'Elm' } };
    const data = { submissionId: 'sub-new', status: 'approved', ...form };
    expect(await outcomeOf(data)).toEqual(APPLIED);
    expect(await readSubmission(tenant, 'sub-new')).toMatchObject({ ...form, status: 'approved' });
    expect((await itemOf(tenant, 'sub-new')).syncStatus).toBe('queued');
  });

  it('replaces the fields before it moves; without a move that alone is applied, and once', async () => {
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, fields: { a: 1 }, status: 'submitted' });
    const form = { formType: 'address_change', studentId, fields: { a: 2 } };
    const data = { submissionId, status: 'submitted', ...form };
    expect(await outcomeOf(data)).toEqual(APPLIED);
    expect(await outcomeOf(data)).toEqual(notApplied('unchanged'));
    expect((await readSubmission(tenant, submissionId)).fields).toEqual({ a: 2 });
    expect(await wayOf(submissionId)).toEqual(['submitted']);
  });

  it('that would only replace newer fields by older ones changes nothing', async () => {
    const studentId = await aStudent(tenant);
    const version = (a: number, ms: number): Event =>
      anEvent(
        { submissionId: 'sub-o', status: 'draft', formType: 'leave', studentId, fields: { a } },
        { time: inMs(-ms) },
      );
    expect(await outcome(version(2, 10_000))).toEqual(APPLIED);
    expect(await outcome(version(1, 20_000))).toEqual(notApplied('older'));
    expect(await outcome(version(3, 5000))).toEqual(APPLIED);
    expect((await readSubmission(tenant, 'sub-o')).fields).toEqual({ a: 3 });
  });

  it('is refused as its PUT would be, and then moves nothing', async () => {
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, status: 'approved' });
    const form = { formType: 'address_change', studentId, fields: { changed: true } };
    const decided = await post(anEvent({ submissionId, status: 'closed', ...form }));
    const unknown = await post(anEvent({ submissionId: 'x', status: 'draft', ...form, studentId: 'no' }));
    expect([decided, unknown].map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'INVALID_TRANSITION'],
      [404, 'USER_NOT_FOUND'],
    ]);
    expect((await readSubmission(tenant, submissionId)).status).toBe('approved');
  });
});

describe('free JSON in an event', () => {
  it('is stored as it was sent, also where names or depth are unusual', async () => {
    const studentId = await aStudent(tenant);
    const fields = { constructor: { name: 'x' }, a: [{ b: [{ c: 9007199254740991 }] }], time: 'now' };
    const data = { submissionId: 'sub-free', status: 'draft', formType: 'leave', studentId, fields };
    expect(await outcomeOf(data)).toEqual(APPLIED);
    expect((await readSubmission(tenant, 'sub-free')).fields).toEqual(fields);
    const inexact = JSON.stringify(anEvent({ ...data, submissionId: 'x', fields: { a: [7] } }));
    const sent = inexact.replace('[7]', '[9007199254740993]');
    const answer = await tenant.workflow.send('POST', '/events', sent, { 'Content-Type': STRUCTURED });
    expect(answer.body.error.details).toMatchObject([{ field: 'data.fields.a[0]', code: 'isSafeInteger' }]);
    expect(answer.body.error.details?.[0]?.message).toMatch(/^data\.fields\.a\[0\] is a number beyond /);
  });
});

describe('a batch', () => {
  it('answers each event in its order, and a bad one stops no other', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const [first, second] = ['in_review', 'approved'].map((status) => anEvent({ submissionId, status }));
    const events = [first, anEvent({ submissionId, status: 'done' }), 'no event', second, first];
    expect(await batch(events)).toEqual([
      APPLIED,
      {
        applied: false,
        error: {
          code: 'VALIDATION_FAILED',
          message: expect.stringMatching(/^data\.status must be one of /) as string,
          details: [expect.objectContaining({ field: 'data.status', code: 'isIn' })],
        },
      },
      { applied: false, error: expect.objectContaining({ code: 'VALIDATION_FAILED' }) as object },
      APPLIED,
      notApplied('duplicate'),
    ]);
    expect(await wayOf(submissionId)).toEqual(['submitted', 'in_review', 'approved']);
  });

  it('shows in the request log which of its events were refused, and why, without their values', async () => {
    const events = [anEvent({ submissionId: 'zq-none', status: 'draft' }), anEvent({ staus: 'zq-value' })];
    await batch(events);
    await service.settle(tenant);
    const sql = 'SELECT `answer` FROM `request_log` WHERE `tenantId` = ? AND `status` = 200';
    const [row] = await service.query<{ answer: unknown }[]>(sql, [tenant.tenantId]);
    const answer = row?.answer;
    const shown = typeof answer === 'string' ? answer : JSON.stringify(answer);
    expect(JSON.parse(shown)).toEqual({
      lines: [
        { line: 1, code: 'SUBMISSION_NOT_FOUND' },
        {
          line: 2,
          code: 'VALIDATION_FAILED',
          details: expect.arrayContaining([{ field: 'data.staus', code: 'unknownField' }]) as unknown,
        },
      ],
    });
    expect(shown).not.toMatch('zq');
  });

  it('of 1,000 events is applied as a whole; sent again, all of it is known', async () => {
    const studentId = await aStudent(tenant);
    const form = { formType: 'leave', studentId, fields: {} };
    const events = Array.from({ length: 1000 }, (_, n) =>
      anEvent({ submissionId: `sub-${n % 500}`, status: n < 500 ? 'draft' : 'submitted', ...form }),
    );
    expect(await batch(events)).toEqual(events.map(() => APPLIED));
    expect(await batch(events)).toEqual(events.map(() => notApplied('duplicate')));
  });

  it('may be empty; beyond 1,000 events or 4 MiB it is 413, and an event beyond 256 KiB is refused alone', async () => {
    expect(await batch([])).toEqual([]);
    const many = await post(Array(1001).fill(anEvent({})), BATCH);
    expect(many).toMatchObject({
      status: 413,
      body: { message: 'A batch has at most 1000 events; send them in several batches.' },
    });
    const large = anEvent({ submissionId: 'x', status: 'draft', reason: 'x'.repeat(300 * 1024) });
    expect(await batch([large])).toEqual([
      {
        applied: false,
        error: { code: 'PAYLOAD_TOO_LARGE', message: 'The event is larger than 256 KiB; send less at once.' },
      },
    ]);
    expect((await post(large)).status).toBe(413);
    const tooLarge = await post(Array(14).fill(large), BATCH);
    expect(tooLarge).toMatchObject({
      status: 413,
      body: { message: 'The body is larger than 4096 KiB; send less at once.' },
    });
  });

  it('that nests a million levels deep is refused, and so is one that is no list', async () => {
    const deep = `[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]`;
    const answer = await tenant.workflow.send('POST', '/events', deep, { 'Content-Type': BATCH });
    expect(answer.body.data).toMatchObject([{ applied: false, error: { code: 'PAYLOAD_TOO_LARGE' } }]);
    expect((await post(anEvent({}), BATCH)).body.error.details).toMatchObject([{ field: 'body' }]);
  });
});

describe('at once', () => {
  it('the same event from 20 connections has one effect, and each answer is true', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const event = anEvent({ submissionId, status: 'approved' });
    const results = await Promise.all(Array.from({ length: 20 }, () => outcome(event)));
    expect(results.filter((result) => JSON.stringify(result) === JSON.stringify(APPLIED))).toHaveLength(1);
    expect(results).toEqual(expect.arrayContaining([APPLIED, notApplied('duplicate')]));
    expect(await wayOf(submissionId)).toEqual(['submitted', 'approved']);
    expect(await stepsOf(tenant, submissionId)).toHaveLength(1);
  });

  it('two events of a submission that does not exist yet are both handled, and it is made once', async () => {
    const studentId = await aStudent(tenant);
    for (let round = 0; round < 25; round += 1) {
      const submissionId = `sub-r${round}`;
      const form = { formType: 'leave', studentId, fields: { round } };
      const events = ['submitted', 'approved'].map((status, n) =>
        anEvent({ submissionId, status, ...form }, { time: inMs(n * 1000 - 10_000) }),
      );
      const results = await Promise.all(events.map((event) => outcome(event)));
      expect(results[1]).toEqual(APPLIED);
      expect([APPLIED, notApplied('older')]).toContainEqual(results[0]);
      expect(await wayOf(submissionId)).toEqual(
        JSON.stringify(results[0]) === JSON.stringify(APPLIED) ? ['submitted', 'approved'] : ['approved'],
      );
      expect(await stepsOf(tenant, submissionId)).toHaveLength(1);
    }
  });

  it('an event and the PUT that makes its submission both succeed', async () => {
    const studentId = await aStudent(tenant);
    for (let round = 0; round < 25; round += 1) {
      const submissionId = `sub-p${round}`;
      const form = { formType: 'leave', studentId, fields: { round } };
      const [put, result] = await Promise.all([
        tenant.workflow.put(`/submissions/${submissionId}`, form),
        outcomeOf({ submissionId, status: 'approved', ...form }),
      ]);
      expect([200, 201]).toContain(put.status);
      expect(result).toEqual(APPLIED);
      expect(await wayOf(submissionId)).toEqual(['approved']);
      expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
    }
  });

  it('events of one submission in any order, doubled, over 20 connections end with the newest', async () => {
    const submissionId = await aSubmission(tenant);
    const statuses = ['submitted', 'in_review', 'returned', 'submitted', 'in_review', 'approved', 'closed'];
    const events = statuses.map((status, n) => anEvent({ submissionId, status }, { time: inMs(n * 1000) }));
    const sent = shuffled([...events, ...events, ...events], randomFrom(SEED));
    await Promise.all(sent.slice(0, 20).map((event) => outcome(event)));
    await outcome(events.at(-1) ?? {});
    const history = await historyOf(submissionId);
    const times = history.map(({ at }) => (at as Date).getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect((await readSubmission(tenant, submissionId)).status).toBe('closed');
  });

  it('events and moves by the API take turns', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    await Promise.all([
      move(tenant, submissionId, 'in_review'),
      outcomeOf({ submissionId, status: 'returned' }),
    ]).catch(() => undefined);
    const way = await historyOf(submissionId);
    expect(way.slice(1).map(({ from }) => from)).toEqual(way.slice(0, -1).map(({ to }) => to));
  });
});

describe('an event is refused', () => {
  const data = { submissionId: 'sub-77', status: 'approved' };
  const form = { formType: 'leave', studentId: '950000001', fields: {} };
  const ahead = inMs(20 * 60_000);

  it.each<[string, Event, string[]]>([
    ['without specversion', { specversion: undefined }, ['specversion']],
    ['of another specversion', { specversion: '0.3' }, ['specversion']],
    ['without id', { id: undefined }, ['id']],
    ['with a number as id', { id: 7 }, ['id']],
    ['with a blank id', { id: ' ' }, ['id']],
    ['without source', { source: undefined }, ['source']],
    ['with a source that is no URI reference', { source: 'two words' }, ['source']],
    ['of another type', { type: 'submission.status-changed.v2' }, ['type']],
    ['without type', { type: undefined }, ['type']],
    ['with a time that is none', { time: 'yesterday' }, ['time']],
    ['with a time without seconds', { time: '2026-11-02T10:00Z' }, ['time']],
    ['with a time too far ahead, in spaces', { time: ` ${ahead} ` }, ['time']],
    ['with a time too far ahead', { time: ahead }, ['time']],
    ['with another format of data', { datacontenttype: 'text/xml' }, ['datacontenttype']],
    ['with a dataschema that is no address', { dataschema: 'no address' }, ['dataschema']],
    ['with an attribute whose name is not valid', { specVersion: '1.0' }, ['specVersion']],
    [
      'with binary data that says nothing',
      { data: undefined, data_base64: 'e30=' },
      ['data.status', 'data.submissionId'],
    ],
    ['with Base64 that is none', { data: undefined, data_base64: 'a%' }, ['data_base64']],
    ['with Base64 of no JSON', { data: undefined, data_base64: 'ew==' }, ['data_base64']],
    ['with Base64 beside data', { data_base64: 'e30=' }, ['data_base64']],
    ['without data', { data: undefined }, ['data']],
    ['with a list as data', { data: [] }, ['data']],
    ['without submissionId and status', { data: {} }, ['data.status', 'data.submissionId']],
    ['with an unknown field', { data: { ...data, staus: 'x' } }, ['data.staus']],
    ['with a status that does not exist', { data: { ...data, status: 'done' } }, ['data.status']],
    ['with a part of a form', { data: { ...data, formType: 'leave' } }, ['data.fields', 'data.studentId']],
    ['with a form that is not valid', { data: { ...data, ...form, fields: 7 } }, ['data.fields']],
    [
      'with several errors',
      { id: null, source: 1, data: { ...data, status: 1 } },
      ['data.status', 'id', 'source'],
    ],
  ])('%s, which the answer names', async (_, more, fields) => {
    const event = anEvent(data, more);
    const { status, body } = await post(event);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(body.error.details?.map(({ field }) => field).sort()).toEqual(fields);
    const [inBatch] = (await batch([event])) as [{ error: Body['error'] }];
    expect(inBatch.error.details?.map(({ field }) => field).sort()).toEqual(fields);
  });

  it('with a suggestion for a mistyped field', async () => {
    const { body } = await post(anEvent({ ...data, staus: 'x' }));
    expect(body.error.details?.[0]?.message).toBe('data.staus is not a known field; did you mean status?');
  });

  it('in binary mode by the names of its attributes', async () => {
    const { body } = await post(data, 'application/json', {
      'ce-id': '1',
      'ce-time': 'no',
    });
    const fields = body.error.details?.map(({ field }) => field).sort();
    expect(fields).toEqual(['source', 'specversion', 'time', 'type']);
  });

  it('for its media type, its size and its syntax before its fields', async () => {
    const send = async (type: string, body: string): Promise<unknown> =>
      (await tenant.workflow.send('POST', '/events', body, { 'Content-Type': type })).body.error.code;
    expect(await send('application/cloudevents+avro', '{')).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await send('constructor', '{')).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await send(`${STRUCTURED}; charset=latin1`, '{')).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await send(STRUCTURED, `{"${'x'.repeat(300 * 1024)}`)).toBe('PAYLOAD_TOO_LARGE');
    expect(await send(`${BATCH}; charset=UTF-8`, '[{')).toBe('MALFORMED_JSON');
    expect(await send(STRUCTURED, '{}')).toBe('VALIDATION_FAILED');
  });

  it('and attributes that the service does not know are no reason, whatever they say', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const more = {
      traceparent: '00-1',
      schemaurl: 'x',
      sequence: 7,
      subject: submissionId,
      dataschema: 'urn:x:y',
    };
    const time = inMs(4 * 60_000);
    expect(await outcomeOf({ submissionId, status: 'approved' }, { ...more, time })).toEqual(APPLIED);
    expect(await outcomeOf({ submissionId, status: 'closed' })).toEqual(APPLIED);
  });
});
