import { ConflictsService } from '../../src/identity/conflicts/conflicts.service.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import type { Row } from '../support/answers.js';
import { letPassIn } from '../support/clock.js';
import { anInbox, conflictNow, decide, idOf, type Inbox, soleConflict, takeBack } from '../support/inbox.js';
import { sweepRetention } from '../support/retention.js';
import { TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const ALL = ['same_person', 'another_person', 'ignore'];

const service = await TestService.ofWorker();
const admins = new Administrators(service);

/** The sweep so many days later, of which every session has ended. */
async function sweepAfter(days: number, { tenant }: Inbox): Promise<void> {
  await letPassIn(service, tenant, days * DAY_MS);
  await sweepRetention(service, tenant);
}

/** With a new session of another administrator. */
async function again(desk: Inbox): Promise<Inbox> {
  return { ...desk, ...(await admins.open(desk.tenant, { firstName: 'Cy', lastName: 'Diaz' })) };
}

/** The columns with data about people, of the only conflict of the tenant. */
async function keptOf({ tenant }: Inbox): Promise<Row> {
  const sql = 'SELECT sent, seen, applied, effect FROM identity_conflicts WHERE tenantId = ?';
  const [row]: Row[] = await service.query(sql, [tenant.tenantId]);
  return row ?? {};
}

const NOTHING = { sent: null, seen: null, applied: null, effect: null };

/** A conflict about a row under the number of another person, which waits or is applied with a warning. */
async function asked(possibleReassignment: 'hold' | 'warn') {
  const desk = await anInbox(service, { possibleReassignment });
  const ann = person();
  const successor = successorOf(ann);
  const annId = await storedId(desk, ann);
  await desk.sis.post('/users', successor);
  const { id } = await soleConflict(desk);
  return { desk, ann, annId, successor, id };
}

describe('what was sent for a conflict', () => {
  it('is forgotten after 90 days without a question, and then the conflict can only be ignored', async () => {
    const { desk, annId, id } = await asked('hold');
    await sweepAfter(89, desk);
    expect(await keptOf(desk)).toMatchObject({ sent: expect.anything() as unknown });
    await sweepAfter(2, desk);
    expect(await keptOf(desk)).toEqual(NOTHING);
    const later = await again(desk);

    expect(await soleConflict(later)).toMatchObject({ status: 'open', offered: ['ignore'] });
    expect(await conflictNow(later, id)).toMatchObject({ status: 'open', offered: ['ignore'], fields: [] });
    for (const decision of ['same_person', 'another_person']) {
      const { status, body } = await decide(later, id, decision);
      expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'INVALID_TRANSITION' });
      expect(body.message).toContain('send the row again');
    }
    expect(await userOf(desk, annId)).toMatchObject({ firstName: 'Ann' });
    expect((await decide(later, id, 'ignore')).body.data).toMatchObject({ status: 'decided' });
  });

  it('is there again when the row is sent again', async () => {
    const { desk, ann, successor, id } = await asked('hold');
    await sweepAfter(91, desk);
    const later = await again(desk);
    await desk.sis.post('/users', successor);
    expect(await conflictNow(later, id)).toMatchObject({ count: 2, offered: ALL });
    const { newUserId } = (await decide(later, id, 'another_person')).body.data;
    expect(await idOf(desk, ann)).toBe(newUserId);
  });

  it('with a warning is forgotten too, with what it overwrote', async () => {
    const { desk, id } = await asked('warn');
    await sweepAfter(91, desk);
    expect(await keptOf(desk)).toEqual(NOTHING);
    const later = await again(desk);
    expect(await conflictNow(later, id)).toMatchObject({ status: 'open', offered: ['ignore'] });
  });

  it('is kept for 90 days after a decision that needs it to be replaced', async () => {
    const { desk, id } = await asked('warn');
    await letPassIn(service, desk.tenant, 50 * DAY_MS);
    const scope = await service.scope(desk.tenant);
    await service.app.get(ConflictsService).decide(scope, String(id), 'ignore', null);
    await sweepAfter(50, desk);
    expect(await keptOf(desk)).toMatchObject({ sent: expect.anything() as unknown });
    await sweepAfter(41, desk);
    expect(await keptOf(desk)).toEqual(NOTHING);
    const later = await again(desk);
    expect((await takeBack(later, id)).body.data).toMatchObject({ status: 'taken_back', offered: [] });
  });

  it('is not needed to take a decision back', async () => {
    const { desk, ann, annId, id } = await asked('hold');
    await decide(desk, id, 'another_person');
    await sweepAfter(91, desk);
    expect(await keptOf(desk)).toMatchObject({ sent: null, effect: expect.anything() as unknown });
    const later = await again(desk);
    expect((await takeBack(later, id)).status).toBe(200);
    expect(await idOf(desk, ann)).toBe(annId);
  });
});

describe('a decision whose row cannot be applied', () => {
  it.each(['same_person', 'another_person'])(
    'as %s changes no one and leaves the conflict open',
    async (decision) => {
      const { desk, ann, annId, successor, id } = await asked('hold');
      const other = person({ email: successor['email'] });
      await desk.sis.post('/users', other);
      const before = await userOf(desk, annId);
      const kept = await keptOf(desk);
      expect((await decide(desk, id, decision)).status).toBe(409);
      expect(await conflictNow(desk, id)).toMatchObject({ status: 'open', decision: null, offered: ALL });
      expect(await keptOf(desk)).toEqual(kept);
      expect(await userOf(desk, ann['externalId'])).toEqual(before);

      await desk.sis.post('/users', { ...other, email: 'moved@test.example.edu' });
      expect((await decide(desk, id, decision)).body.data).toMatchObject({ status: 'decided', decision });
    },
  );
});
