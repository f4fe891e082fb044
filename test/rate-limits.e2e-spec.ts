import { TenancyService } from '../src/tenancy/tenancy.service.js';
import { person } from './factories/person.js';
import type { Answer, Body } from './support/api-client.js';
import { TestService } from './support/service.js';

const ROOT = '/api/v1/integration';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(async () => {
  await service.stop();
});

describe('guessing', () => {
  it('is stopped per address and per key, while the right secret still passes', async () => {
    const strict = await TestService.start({ AUTH_FAILURES_PER_MINUTE: '3' });
    try {
      const { apiKey, apiSecret } = await strict.tenant();
      const guess = (secret: string): Promise<Answer<Body>> =>
        strict
          .anonymous({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': secret, 'X-Request-Id': 'same' })
          .get(ROOT);

      const first = [await guess('a'), await guess('b'), await guess('c')];
      const fourth = await guess('d');
      const right = await guess(apiSecret);
      const anotherKey = await strict
        .anonymous({ 'X-Service-API-Key': 'ik_x', 'X-Service-API-Secret': 'a' })
        .get(ROOT);

      expect(first.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(fourth.status).toBe(429);
      expect(fourth.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
      expect(fourth.body).toMatchObject({
        success: false,
        error: { code: 'RATE_LIMITED' },
        requestId: 'same',
      });
      expect(right.status).toBe(200);
      expect(anotherKey.status).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('requests a minute', () => {
  it('are not limited unless the credential says so', async () => {
    const { sis } = await service.tenant();
    const { headers } = await sis.get('');
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('are counted down on every answer and refused when they are used up', async () => {
    const { sis } = await service.tenant({ rateLimit: 3 });
    const answers = [
      await sis.get(''),
      await sis.post('/users', person({ accountType: 'Alien' })),
      await sis.get('/no/such/address'),
      await sis.get(''),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('RateLimit-Limit'))).toEqual(['3', '3', '3', '3']);
    expect(answers.map(({ headers }) => headers.get('RateLimit-Remaining'))).toEqual(['2', '1', '0', '0']);
    for (const { headers } of answers) expect(headers.get('RateLimit-Reset')).toMatch(/^[1-9]\d?$/);
    expect(answers[3]?.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
    expect(answers[3]?.body.error).toEqual({ code: 'RATE_LIMITED' });
  });

  it('of one tenant leave those of another alone and are shared by its own credentials', async () => {
    const crowded = await service.tenant({ rateLimit: 1 });
    const calm = await service.tenant({ rateLimit: 1 });
    const second = await service.app.get(TenancyService).createCredential({
      tenantId: crowded.tenantId,
      label: 'second',
      scopes: ['integration'],
      rateLimit: 2,
    });

    expect((await crowded.sis.get('')).status).toBe(200);
    const shared = await service
      .anonymous({
        'X-Service-API-Key': second.credential.apiKey,
        'X-Service-API-Secret': second.apiSecret,
      })
      .get(ROOT);
    expect([shared.status, shared.headers.get('RateLimit-Remaining')]).toEqual([200, '0']);
    expect((await calm.sis.get('')).status).toBe(200);
  });
});
