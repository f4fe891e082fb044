import { jest } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { facultyMember, person } from '../factories/person.js';
import { allUsers, summaryOf } from '../factories/stored-people.js';
import { problemsOf } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

// Sends 8,000 lines to each of many clients that read nothing: over 30 s on two cores that two other runs kept busy.
jest.setTimeout(90_000);

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

/** A dry run opens no conflict, so its refusals name none. */
function withoutConflicts(answers: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(answers).replace(/"conflictId":"cf_[0-9a-f]{26}",/g, ''));
}

describe('a dry run', () => {
  /** New people, repeated people, moves on which later rows depend, IDs of callers, conflicts and invalid lines. */
  function file(): unknown[] {
    const [ann, bob, cleo] = [person(), person(), facultyMember()];
    return [
      ann,
      bob,
      ann,
      { ...ann, email: 'free@test.example.edu' },
      { ...bob, email: ann['email'] },
      person({ email: bob['email'] }),
      person({ externalId: '950000002' }),
      person({ externalId: '950000005' }),
      cleo,
      { ...cleo, email: 'FREE@test.example.edu' },
      { ...person(), email: 'not an address' },
      '{',
      { ...cleo, externalId: undefined, degree: 'PhD' },
      { ...ann, externalId: 'S-new', email: 'free@test.example.edu' },
      person({ externalId: 'S-new' }),
      person({ accountType: 'Staff' }),
      person(),
      person(),
    ];
  }

  it('answers what the same file then does, and writes nothing', async () => {
    const lines = file();

    const dryRun = await tenant.sis.bulk('/users/bulk?dryRun=true', lines);
    expect(await allUsers(service, tenant)).toEqual([]);

    expect(withoutConflicts(await tenant.sis.bulk('/users/bulk?dryRun=false', lines))).toEqual(dryRun);
    expect(dryRun.at(-1)).toEqual({ summary: summaryOf(10, 3, 1, 4) });
    expect(await allUsers(service, tenant)).toHaveLength(10);
  });

  it('answers the same also where people are stored, and whichever batches the lines arrive in', async () => {
    const others = Array.from({ length: 480 }, () => person());
    await tenant.sis.bulk('/users/bulk', others.slice(0, 200));
    const lines = [...others, ...file(), ...others.map((row) => ({ ...row, degree: 'EdD' })), ...file()];

    const dryRun = await tenant.sis.bulk('/users/bulk?dryRun=true', lines);

    expect(await allUsers(service, tenant)).toHaveLength(200);
    expect(withoutConflicts(await tenant.sis.bulk('/users/bulk', lines))).toEqual(dryRun);
  });

  it('lets two people swap addresses, one batch after the other', async () => {
    const [ann, bob] = [person(), person()];
    const fill = Array.from({ length: 500 }, () => person());
    const swap = (free: string): unknown[] => [
      { ...ann, email: free },
      { ...bob, email: ann['email'] },
      { ...ann, email: bob['email'] },
    ];
    const back = [{ ...ann, email: 'x@test.example.edu' }, bob, ann];
    const lines = [
      ann,
      bob,
      ...swap('free@test.example.edu'),
      ...fill,
      ...back,
      ...fill,
      ...swap('y@test.example.edu'),
    ];

    const dryRun = await tenant.sis.bulk('/users/bulk?dryRun=true', lines);

    expect(dryRun.at(-1)).toEqual({ summary: summaryOf(502, 9, 500, 0) });
    expect(withoutConflicts(await tenant.sis.bulk('/users/bulk', lines))).toEqual(dryRun);
  });

  it('does not keep others waiting for a connection, however many there are', async () => {
    const tenants = await Promise.all(Array.from({ length: 24 }, () => service.tenant()));

    const answers = await Promise.all(
      tenants.map(({ sis }) => sis.bulk('/users/bulk?dryRun=true', [person(), person()])),
    );

    for (const answer of answers) expect(answer.at(-1)).toEqual({ summary: summaryOf(2, 0, 0, 0) });
  });

  it.each(['yes', '', 'TRUE', 'constructor'])(
    'is not asked for by dryRun=%s, which is refused',
    async (value) => {
      const row = JSON.stringify(person());
      const answer = await tenant.sis.send('POST', `/users/bulk?dryRun=${value}`, row, NDJSON);

      expect(problemsOf(answer)).toEqual([400, 'dryRun']);
      expect(await allUsers(service, tenant)).toEqual([]);
    },
  );
});

describe('dry runs whose answers are never read', () => {
  /** Lines with long answers, for their names: more than the system buffers for a client that does not read. */
  const UNKNOWN = Array.from({ length: 30 }, (_, at) => [String(at).padEnd(60, 'x'), 1]);
  const FAULTY = `${JSON.stringify(Object.fromEntries(UNKNOWN))}\n`;
  const LINES = 1000;
  /** As many as a tenant has at once. */
  const CLIENTS = 2;
  const clients: Socket[] = [];

  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });

  async function neverReads(route: string): Promise<void> {
    const { apiKey, apiSecret } = tenant;
    const { hostname, port } = new URL(service.baseUrl);
    const client = connect(Number(port), hostname);
    clients.push(client);
    await once(client, 'connect');
    const body = FAULTY.repeat(LINES);
    const head = [
      `POST /api/v1${route}?dryRun=true HTTP/1.1`,
      'Host: localhost',
      `X-Service-API-Key: ${apiKey}`,
      `X-Service-API-Secret: ${apiSecret}`,
      'Content-Type: application/x-ndjson',
      `Content-Length: ${body.length}`,
    ];
    client.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }

  const aStudent = { studentId: 'unknown-id' };
  it.each([
    ['/integration/users/bulk', () => tenant.sis.bulk('/users/bulk?dryRun=true', [person()])],
    ['/workflow/progress/bulk', () => tenant.workflow.bulk('/progress/bulk?dryRun=true', [aStudent])],
  ])(
    'hold no connection of the database, and no dry run waits for their readers: %s',
    async (route, dryRun) => {
      for (let index = 0; index < CLIENTS; index += 1) await neverReads(route);
      expect((await dryRun()).at(-1)).toMatchObject({ summary: { received: 1 } });
      expect(clients.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([]);
      // A client that begins to read now still gets everything: earlier clients are not cut off.
      const [client] = clients;
      let end = '';
      client?.on('data', (bytes: Buffer) => (end = `${end}${bytes.toString('latin1')}`.slice(-200)));
      while (client !== undefined && !end.includes('"summary"')) await once(client, 'data');
      expect(end).toContain(`"received":${LINES}`);
    },
  );
});
