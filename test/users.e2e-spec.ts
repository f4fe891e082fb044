import { person } from './factories/person.js';
import { TestService } from './support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(async () => {
  await service.stop();
});

describe('a new person', () => {
  it('is inserted with the next 950 number and its own externalId as legacyNumber', async () => {
    const { sis } = await service.tenant();
    const ann = person({ externalId: 'S-77', email: 'Ann.Lee@test.example.edu' });

    const answer = await sis.post('/users', ann);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: 'DATA INSERTED',
      data: {
        id: '950000001',
        email: 'Ann.Lee@test.example.edu',
        firstName: 'Ann',
        lastName: 'Lee',
        accountType: 'Student',
        accountStatus: 'active',
        legacyNumber: 'S-77',
      },
      meta: { matchedBy: null, changed: [] },
    });
  });

  it('becomes one user when it is posted 50 times at once', async () => {
    const { sis } = await service.tenant();
    const ann = person();

    const answers = await Promise.all(Array.from({ length: 50 }, () => sis.post('/users', ann)));

    expect(answers.filter(({ body }) => body.message === 'DATA INSERTED')).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === 'DATA UPDATED')).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.data['id']))).toEqual(new Set(['950000001']));
  });
});
