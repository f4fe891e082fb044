import { acceptedForm } from '../factories/approvals.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { userOf } from '../factories/stored-people.js';
import { problemsOf, type Row } from '../support/answers.js';
import {
  anInbox,
  conflictNow,
  decide,
  idOf,
  type Inbox,
  soleConflict,
  storedOf,
  takeBack,
} from '../support/inbox.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

const fieldOf = (conflict: Row, name: string): Row | undefined =>
  (conflict['fields'] as Row[]).find(({ field }) => field === name);

describe('a possible reassignment that is applied with a warning', () => {
  let desk: Inbox;
  let ann: Row;
  let annId: string;
  let successor: Row;
  let conflictId: string;

  beforeEach(async () => {
    desk = await anInbox(service, {});
    ann = person({ degree: 'EdD', languages: ['en'], yearOfEntry: 2019 });
    await desk.sis.post('/users', ann);
    annId = await idOf(desk, ann);
    successor = successorOf(ann, { degree: null, yearOfEntry: 2026 });
    const applied = await desk.sis.post('/users', successor);
    expect(applied.status).toBe(200);
    expect(applied.body.warnings).toEqual([expect.objectContaining({ code: 'POSSIBLE_REASSIGNMENT' })]);
    conflictId = String((await soleConflict(desk))['id']);
  });

  const pathsOf = (...fields: string[]): unknown[] => [409, ...fields.map((field) => `${annId}.${field}`)];

  it('is in the inbox, and another person puts back what it overwrote', async () => {
    const shown = await conflictNow(desk, conflictId);
    expect(shown).toMatchObject({ isApplied: true, status: 'open' });
    const values = { sent: 'Quintanilla', stored: 'Lee', owner: null, differs: true };
    expect(fieldOf(shown, 'lastName')).toEqual({ field: 'lastName', ...values });
    const decided = await decide(desk, conflictId, 'another_person');
    expect(decided.status).toBe(200);
    expect(await userOf(desk, annId)).toMatchObject({ ...storedOf(ann), legacyNumber: null });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({
      id: decided.body.data['newUserId'],
      email: successor['email'],
      yearOfEntry: 2026,
    });
  });

  it('is decided about later values too, once the administrator has seen what changed', async () => {
    const later = { ...successor, degree: 'PhD', genderPronoun: 'he/him' };
    await desk.sis.post('/users', later);
    const refused = await decide(desk, conflictId, 'another_person');
    expect(refused.body.error.code).toBe('CONFLICT_CHANGED');
    expect(problemsOf(refused)).toEqual(pathsOf('degree', 'genderPronoun'));
    const degree = fieldOf(await conflictNow(desk, conflictId), 'degree');
    expect(degree).toMatchObject({ sent: 'PhD', stored: 'EdD' });

    const decided = await decide(desk, conflictId, 'another_person');
    expect(decided.status).toBe(200);
    const former = await userOf(desk, annId);
    expect(former).toMatchObject({ ...storedOf(ann), legacyNumber: null, genderPronoun: null });
    const made = await userOf(desk, ann['externalId']);
    expect(made).toMatchObject({ id: decided.body.data['newUserId'], ...storedOf(later) });
    const night = await desk.sis.post('/users', later);
    expect(night.body.meta).toEqual({ matchedBy: 'legacyNumber', changed: [] });
  });

  it('is decided about a name that was corrected on the second night', async () => {
    await desk.sis.post('/users', { ...successor, lastName: 'Quintana' });
    expect(problemsOf(await decide(desk, conflictId, 'another_person'))).toEqual(pathsOf('lastName'));
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
    expect(await userOf(desk, annId)).toMatchObject(storedOf(ann));
    expect(await userOf(desk, ann['externalId'])).toMatchObject({ lastName: 'Quintana' });
  });

  it('is looked at again after every change', async () => {
    for (const degree of ['PhD', 'MA']) {
      await desk.sis.post('/users', { ...successor, degree });
      expect(problemsOf(await decide(desk, conflictId, 'same_person'))).toEqual(pathsOf('degree'));
    }
    expect((await decide(desk, conflictId, 'same_person')).status).toBe(200);
  });

  it('twice gives the person back what they had before the first one', async () => {
    const third = successorOf(ann, { firstName: 'Ying', lastName: 'Ortega', degree: 'MA' });
    const asked = await desk.sis.post('/users', third);
    expect(asked.body.warnings).toEqual([expect.objectContaining({ code: 'POSSIBLE_REASSIGNMENT' })]);
    const shown = await conflictNow(desk, conflictId);
    expect(shown['count']).toBe(2);
    expect(fieldOf(shown, 'lastName')).toMatchObject({ sent: 'Ortega', stored: 'Lee' });
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
    expect(await userOf(desk, annId)).toMatchObject({ ...storedOf(ann), legacyNumber: null });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({ ...storedOf(third), languages: [] });
  });

  it('is decided as the same person without applying again what was sent the first night', async () => {
    await desk.sis.post('/users', { ...successor, degree: 'PhD' });
    await acceptedForm(desk.tenant, annId, { lastName: 'Kim' });
    await decide(desk, conflictId, 'same_person');
    expect((await decide(desk, conflictId, 'same_person')).status).toBe(200);
    expect(await userOf(desk, annId)).toMatchObject({ lastName: 'Kim', degree: 'PhD' });
  });

  it.each(['same_person', 'ignore'])(
    'is decided anew when the decision "%s" is taken back, as it is not asked again',
    async (first) => {
      await decide(desk, conflictId, first);
      await takeBack(desk, conflictId);
      await desk.sis.post('/users', { ...successor, degree: 'PhD' });
      expect(await conflictNow(desk, conflictId)).toMatchObject({
        status: 'taken_back',
        offered: ['same_person', 'another_person', 'ignore'],
      });
      expect(problemsOf(await decide(desk, conflictId, 'another_person'))).toEqual(pathsOf('degree'));
      expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
      expect(await userOf(desk, annId)).toMatchObject(storedOf(ann));
      expect(await userOf(desk, ann['externalId'])).toMatchObject({ lastName: 'Quintanilla', degree: 'PhD' });
    },
  );

  it('keeps nothing of what was sent once another person is decided', async () => {
    await decide(desk, conflictId, 'another_person');
    await takeBack(desk, conflictId);
    expect(await conflictNow(desk, conflictId)).toMatchObject({ offered: [], fields: [] });
  });
});
