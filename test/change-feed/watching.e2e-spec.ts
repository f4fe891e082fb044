import type { AdminEventDto, EventsMetaDto } from '../../src/admin/events/events.dto.js';
import { successorOf } from '../factories/conflicts.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf } from '../support/answers.js';
import { readFeed } from '../support/feed-reader.js';
import { anInbox } from '../support/inbox.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
const staff = () => person({ accountType: 'Staff' });

let tenant: TestTenant;
let api: Browser['api'];

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api } = await admins.open(tenant));
});

interface Looked extends EventsMetaDto {
  readonly events: readonly AdminEventDto[];
}

async function look(query: Readonly<Record<string, string>> = {}): Promise<Looked> {
  const { status, body } = await api.get(`/events?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  const { data, meta } = body as unknown as { data: AdminEventDto[]; meta: EventsMetaDto };
  return { events: data, ...meta };
}

describe('an administrator who looks at', () => {
  it('all that is kept gets the events of all', async () => {
    const id = await storedId(tenant, staff());
    const { events } = await look({ after: 'earliest' });
    expect(events.at(-1)).toMatchObject({ type: 'user.created.v1', subject: id });
  });

  it('a page gets the place of now and no event, and then what has happened since', async () => {
    await storedId(tenant, staff());
    const opened = await look();
    expect(opened).toMatchObject({ events: [], count: 0, hasMore: false });
    const id = await storedId(tenant, staff());
    const { events, count } = await look({ after: opened.nextAfter });
    expect(events).toMatchObject([
      { type: 'user.created.v1', subject: id, actorLabel: expect.any(String) as unknown },
    ]);
    expect(count).toBe(1);
  });

  it('a person gets the events of this person, and of conflicts about them, alone', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    ({ api } = desk);
    const ann = staff();
    await desk.sis.post('/users', ann);
    const userId = await storedId(desk.tenant, { ...ann, degree: 'MA' });
    const { nextAfter: after } = await look({ userId });
    await storedId(desk.tenant, staff());
    await desk.sis.post('/users', { ...ann, degree: 'PhD' });
    await desk.sis.post('/users', successorOf(ann));
    const { events } = await look({ userId, after });
    expect(events.map(({ type, subject }) => [type, subject === userId])).toEqual([
      ['user.updated.v1', true],
      ['conflict.opened.v1', false],
    ]);
  });

  it('a run gets the newest 20 events of this run, the oldest of them first, and the count of all', async () => {
    const { nextAfter: after } = await look({ run: 'night-1' });
    const rows = Array.from({ length: 25 }, staff);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', rows);
    await inRun(service, tenant, 'night-2').bulk('/users/bulk', [staff()]);
    const found = await look({ run: 'night-1', after });
    expect(found).toMatchObject({ count: 25, hasMore: false });
    const { events: all } = await readFeed(tenant.sis, { after: 'earliest' });
    const ofRun = all.filter(({ data }) => data.run === 'night-1');
    expect(found.events.map(({ id }) => id)).toEqual(ofRun.slice(-20).map(({ id }) => id));
  });

  it('more than is looked through at once is asked to ask again', async () => {
    const { nextAfter } = await look();
    await tenant.sis.bulk('/users/bulk', Array.from({ length: 5100 }, staff));
    const first = await look({ after: nextAfter });
    expect(first).toMatchObject({ count: 5000, hasMore: true });
    const rest = await look({ after: first.nextAfter });
    expect(rest).toMatchObject({ count: 100, hasMore: false });
  });

  it('a place of another university is refused, which names it', async () => {
    const { nextAfter } = await look();
    ({ api } = await admins.open(await service.tenant()));
    const answer = await api.get(`/events?after=${encodeURIComponent(nextAfter)}`);
    expect(problemsOf(answer)).toEqual([400, 'after']);
  });

  it.each([
    ['userId', ' '],
    ['run', 'ä'],
    ['after', ' '],
  ])('%s %j is refused, which names it', async (field, value) => {
    const answer = await api.get(`/events?${field}=${encodeURIComponent(value)}`);
    expect(problemsOf(answer)).toEqual([400, field]);
  });
});
