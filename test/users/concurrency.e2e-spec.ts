import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { person } from '../factories/person.js';
import { allUsers, storedId } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { Desk } from '../support/desk.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';
import { cli } from '../support/terminal.js';
import { until } from '../support/until.js';

const service = await TestService.ofWorker();
/** A connection outside of the service, which locks rows. */
let otherConnection: Connection;
let tenant: TestTenant;

beforeAll(async () => {
  otherConnection = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  await otherConnection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
});

afterAll(async () => {
  await otherConnection.end();
});

beforeEach(async () => {
  tenant = await service.tenant();
});

const users = (): Promise<Row[]> => allUsers(service, tenant);

/** The error of a unique index that refuses a row. */
const DUPLICATE = "SIGNAL SQLSTATE '23000' SET MYSQL_ERRNO = 1062";
const DEADLOCK = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213";

/** Does the work while each insert into the table that meets the condition does this before. */
async function whileInserts<T>(
  table: string,
  condition: string,
  statements: string,
  work: () => Promise<T>,
): Promise<T> {
  await otherConnection.query(
    `CREATE TRIGGER \`at_inserts\` BEFORE INSERT ON \`${table}\` FOR EACH ROW ` +
      `BEGIN IF ${condition} THEN ${statements}; END IF; END`,
  );
  try {
    return await work();
  } finally {
    await otherConnection.query('DROP TRIGGER `at_inserts`');
  }
}

const people = (count: number): Row[] => Array.from({ length: count }, () => person());

function countByAnswer(answers: readonly Answer<Body>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const verdict = body.success ? body.message : body.error.code;
    counts[`${status} ${verdict}`] = (counts[`${status} ${verdict}`] ?? 0) + 1;
  }
  return counts;
}

/** Resolves once a transaction waits for a row lock. The tables of transactions would lag behind this counter. */
async function aTransactionWaits(): Promise<void> {
  await until('a transaction waits for a row lock', async () => {
    const [rows] = await otherConnection.query("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
    const [row] = rows as { Value: string }[];
    return Number(row?.Value) > 0;
  });
}

/** Resolves once so many statements of this database wait for a lock of `GET_LOCK`. */
async function namedLockIsAwaitedBy(count: number): Promise<void> {
  const [[here]] = await otherConnection.query<RowDataPacket[]>('SELECT DATABASE() AS `name`');
  await until(`${count} statements wait for the named lock`, async () => {
    const [sessions] = await otherConnection.query<RowDataPacket[]>('SHOW PROCESSLIST');
    const waiting = sessions.filter(({ db, State }) => db === here?.['name'] && State === 'User lock');
    return waiting.length >= count;
  });
}

/** Posts of one caller that come at once share a transaction; those of several race in transactions of their own. */
async function postsBy(
  callers: 'one caller' | 'several callers',
): Promise<(row: Row) => Promise<Answer<Body>>> {
  const length = callers === 'one caller' ? 0 : 7;
  const others = await Promise.all(Array.from({ length }, () => service.anotherCaller(tenant)));
  const all = [tenant, ...others];
  let turn = 0;
  return (row) => (all[turn++ % all.length] ?? tenant).sis.post('/users', row);
}

it('Posts of one caller share transactions, and the history still names the request of each change', async () => {
  const answers = await Promise.all(
    people(30).map((someone) => tenant.sis.post('/users', { ...someone, role: 'application_admin' })),
  );
  expect(countByAnswer(answers)).toEqual({ '201 DATA INSERTED': 30 });
  const made = answers.map(({ body, headers }) => [String(body.data['id']), headers.get('X-Request-Id')]);
  for (const sql of [
    'SELECT `userId`, `requestId` FROM `user_changes` WHERE `tenantId` = ?',
    'SELECT SUBSTR(`target`, 6) AS `userId`, `requestId` FROM `audit_events` WHERE `tenantId` = ? ' +
      "AND `action` = 'user.role-changed'",
  ]) {
    const rows = await service.query<Row[]>(sql, [tenant.tenantId]);
    expect(rows.map(({ userId, requestId }) => [userId, requestId]).sort()).toEqual(made.sort());
  }
  const [counted] = await service.query<{ transactions: number }[]>(
    'SELECT COUNT(DISTINCT `at`) AS `transactions` FROM `user_changes` WHERE `tenantId` = ?',
    [tenant.tenantId],
  );
  expect(counted?.transactions).toBeLessThan(30);
});

describe.each(['one caller', 'several callers'] as const)('many posts at once by %s', (callers) => {
  it('of the same new person make one user', async () => {
    const post = await postsBy(callers);
    const ann = person();

    const answers = await Promise.all(Array.from({ length: 50 }, () => post(ann)));

    expect(countByAnswer(answers)).toEqual({ '201 DATA INSERTED': 1, '200 DATA UPDATED': 49 });
    expect(new Set(answers.map(({ body }) => body.data['id'])).size).toBe(1);
    expect(await users()).toHaveLength(1);
  });

  it('of 20 new people who claim one e-mail address make one user, whom the last one keyed', async () => {
    const post = await postsBy(callers);
    const claims: Row[] = people(20).map((row) => ({ ...row, email: 'shared@test.example.edu' }));

    const answers = await Promise.all(claims.map((claim) => post(claim)));

    expect(countByAnswer(answers)).toEqual({ '201 DATA INSERTED': 1, '200 DATA UPDATED': 19 });
    const [user, ...others] = await users();
    expect(others).toEqual([]);
    expect(claims.map(({ externalId }) => externalId)).toContain(user?.['legacyNumber']);
  });

  it('of 20 users who move to one free address let exactly one of them have it', async () => {
    const post = await postsBy(callers);
    const rows = people(20);
    await tenant.sis.bulk('/users/bulk', rows);
    const before = await users();

    const answers = await Promise.all(rows.map((row) => post({ ...row, email: 'free@test.example.edu' })));

    expect(countByAnswer(answers)).toEqual({ '200 DATA UPDATED': 1, '409 IDENTITY_CONFLICT': 19 });
    const winner = answers.find(({ status }) => status === 200)?.body.data['id'];
    const after = await users();
    const owners = after.filter(({ email }) => email === 'free@test.example.edu');
    expect(owners.map(({ id }) => id)).toEqual([winner]);
    expect(after.filter(({ id }) => id !== winner)).toEqual(before.filter(({ id }) => id !== winner));
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.message).toContain(String(winner));
  });

  it('of different new people give each an ID of their own', async () => {
    const post = await postsBy(callers);

    const answers = await Promise.all(people(100).map((row) => post(row)));

    expect(countByAnswer(answers)).toEqual({ '201 DATA INSERTED': 100 });
    const ids = new Set(answers.map(({ body }) => String(body.data['id'])));
    expect(ids.size).toBe(100);
    // Numbers are taken in blocks; one block per request would leave a gap of thousands.
    expect([...ids].filter((id) => id > '950000300')).toEqual([]);
  });

  it('of new people and of IDs that callers bring never make two people one', async () => {
    const post = await postsBy(callers);
    const brought = Array.from({ length: 30 }, (_, n) => person({ externalId: String(950000001 + n) }));

    const answers = await Promise.all(brought.flatMap((row) => [post(row), post(person())]));

    expect(answers.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([]);
    const inserted = answers.filter(({ status }) => status === 201);
    expect(new Set(inserted.map(({ body }) => body.data['id'])).size).toBe(inserted.length);
    expect(await users()).toHaveLength(inserted.length);
  });

  it('and status changes of the same person lose no update', async () => {
    const post = await postsBy(callers);
    const ann = person();
    await tenant.sis.post('/users', ann);
    const fields = ['degree', 'schoolProgram', 'genderPronoun', 'programId', 'name'];

    await Promise.all([
      tenant.sis.patch('/users/950000001'),
      ...fields.map((field) => post({ ...ann, [field]: `new ${field}` })),
    ]);

    const [user] = await users();
    expect(user).toMatchObject({
      accountStatus: 'inactive',
      ...Object.fromEntries(fields.map((field) => [field, `new ${field}`])),
    });
  });
});

describe('files and single posts at once', () => {
  it('of the same people end in one user each', async () => {
    const rows = people(60);

    const [lines, reversed, ...answers] = await Promise.all([
      tenant.sis.bulk('/users/bulk', rows),
      tenant.sis.bulk('/users/bulk', rows.toReversed()),
      ...rows.map((row) => tenant.sis.post('/users', row)),
    ]);

    expect(lines.at(-1)).toMatchObject({ summary: { received: 60, failed: 0 } });
    expect(reversed.at(-1)).toMatchObject({ summary: { received: 60, failed: 0 } });
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect(await users()).toHaveLength(60);
  });

  it('of the same 1,000 people in opposite order end complete and with no failed line', async () => {
    const rows = people(1000);
    const files = (degree: string): Promise<Row[][]> =>
      Promise.all(
        [rows, rows.toReversed()].map((file) =>
          tenant.sis.bulk(
            '/users/bulk',
            file.map((row, index) => ({ ...row, degree: `${degree} ${index}` })),
          ),
        ),
      );

    for (const answer of [...(await files('EdD')), ...(await files('PhD'))])
      expect(answer.at(-1)).toMatchObject({ summary: { received: 1000, failed: 0 } });

    const stored = await users();
    expect(new Set(stored.map(({ email }) => email))).toEqual(new Set(rows.map(({ email }) => email)));
    expect(stored).toHaveLength(1000);
    for (const { degree } of stored) expect(degree).toMatch(/^PhD /);
  });
});

describe('within one file', () => {
  it('addresses pass along a chain of people, and numbers too', async () => {
    const rows = people(50);
    await tenant.sis.bulk('/users/bulk', rows);
    const moved = rows.map((row, index) => ({
      ...row,
      email: index === 0 ? 'free@test.example.edu' : rows[index - 1]?.['email'],
    }));

    const answer = await tenant.sis.bulk('/users/bulk', moved);

    expect(answer.at(-1)).toMatchObject({ summary: { updated: 50, failed: 0 } });
    expect((await users()).map(({ email }) => email)).toEqual(moved.map(({ email }) => email));
  });

  it('two people swap addresses by way of a third one, in either order', async () => {
    const [ann, bob] = [person(), person()];
    await tenant.sis.bulk('/users/bulk', [ann, bob]);

    const answer = await tenant.sis.bulk('/users/bulk', [
      { ...ann, email: 'free@test.example.edu' },
      { ...bob, email: ann['email'] },
      { ...ann, email: bob['email'] },
      person({ email: 'free@test.example.edu' }),
    ]);

    expect(answer.at(-1)).toMatchObject({ summary: { inserted: 1, updated: 3, failed: 0 } });
    expect((await users()).map(({ email }) => email)).toEqual([
      bob['email'],
      ann['email'],
      'free@test.example.edu',
    ]);
  });

  it('a user who gives up an address keeps their number, and the other way round', async () => {
    const [ann, bob] = [person(), person({ firstName: 'Robert', lastName: 'Okafor' })];
    await tenant.sis.bulk('/users/bulk', [ann, bob]);
    const keysAfter = async (...lines: Row[]): Promise<unknown[]> => {
      // The last line of a file is a batch of its own, and this test is about keys that pass from one person to another
      // within a batch.
      await tenant.sis.bulk('/users/bulk', [...lines, person()]);
      const [one, other] = await users();
      return [one, other].map((row) => [row?.['email'], row?.['legacyNumber']]);
    };
    const free = 'free@test.example.edu';

    const [annMoved, bobMoved] = [
      { ...ann, email: free },
      { ...bob, email: ann['email'] },
    ];
    expect(await keysAfter(annMoved, bobMoved)).toEqual([
      [free, ann['externalId']],
      [ann['email'], bob['externalId']],
    ]);
    expect(
      await keysAfter({ ...annMoved, externalId: 'S-free' }, { ...bobMoved, externalId: ann['externalId'] }),
    ).toEqual([
      [free, 'S-free'],
      [ann['email'], ann['externalId']],
    ]);
  });

  it('a row that the database refuses fails alone among 500', async () => {
    const rows = people(500);
    rows[317] = person({ lastName: 'Guilty' });
    const lines = await whileInserts('users', "NEW.`lastName` = 'Guilty'", "SIGNAL SQLSTATE '45000'", () =>
      tenant.sis.bulk('/users/bulk', rows),
    );

    expect(lines.filter(({ success }) => success === false)).toEqual([
      {
        line: 318,
        success: false,
        error: { code: 'INTERNAL_ERROR', message: expect.any(String) as unknown },
      },
    ]);
    expect(lines.at(-1)).toMatchObject({ summary: { inserted: 499, failed: 1 } });
    expect(await users()).toHaveLength(499);
  });
});

describe('a row that another transaction has locked', () => {
  const lock = (id: string): Promise<unknown> => {
    const sql = 'SELECT * FROM `users` WHERE `tenantId` = ? AND `id` = ? FOR UPDATE';
    return otherConnection.query(sql, [tenant.tenantId, id]);
  };

  it('is waited for, and then updated', async () => {
    const ann = person();
    await tenant.sis.post('/users', ann);
    await otherConnection.beginTransaction();
    await lock('950000001');

    const post = tenant.sis.post('/users', { ...ann, degree: 'EdD' });
    await aTransactionWaits();
    const update = "UPDATE `users` SET `firstName` = 'Before' WHERE `tenantId` = ?";
    await otherConnection.query(update, [tenant.tenantId]);
    await otherConnection.commit();

    expect((await post).body.meta['changed']).toEqual(['firstName', 'degree']);
    expect((await users())[0]).toMatchObject({ firstName: 'Ann', degree: 'EdD' });
  });

  it('costs a deadlock, which the request survives', async () => {
    const rows = people(2);
    await tenant.sis.bulk('/users/bulk', rows);
    await otherConnection.beginTransaction();
    // The server rolls back the transaction that has written less.
    await otherConnection.query(
      'INSERT INTO `programs` SELECT ?, CONCAT("p", `seq`.`n`), "x", NOW(3) FROM (SELECT 1 `n` UNION ' +
        'SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8) ' +
        '`seq`',
      [tenant.tenantId],
    );
    await lock('950000002');

    const bulk = tenant.sis.bulk(
      '/users/bulk',
      rows.map((row) => ({ ...row, degree: 'EdD' })),
    );
    await aTransactionWaits();
    // The service has locked the first row and waits for the second one; this completes the deadlock.
    await lock('950000001');
    await otherConnection.commit();

    expect((await bulk).at(-1)).toMatchObject({ summary: { updated: 2, failed: 0 } });
    expect((await users()).map(({ degree }) => degree)).toEqual(['EdD', 'EdD']);
  });

  it.each([
    ['a deadlock', DEADLOCK],
    ['a row that is there already', DUPLICATE],
  ])('is answered 503 when it is lost each time, and works when the others are done: %s', async (_, loss) => {
    const studentId = await storedId(tenant, person());
    const submit = (): Promise<Answer<Body>> =>
      tenant.workflow.put('/submissions/contended', { formType: 'proposal', studentId, fields: {} });
    const lost = await whileInserts('submissions', "NEW.`submissionId` = 'contended'", loss, submit);
    expect(lost).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
    expect(lost.headers.get('retry-after')).toBe('5');
    expect(lost.body.message).toContain('Other requests kept changing the same data');
    expect((await submit()).status).toBe(201);
  });

  it('refuses the line of a progress file that is lost each time, alone', async () => {
    await tenant.sis.bulk('/users/bulk', people(4));
    const lines = (await users()).map(({ id: studentId }, index) => ({
      studentId,
      dissertation: { title: index === 2 ? 'Contended' : 'Calm', status: 'in_progress' },
    }));
    const answers = await whileInserts('dissertations', "NEW.`title` = 'Contended'", DEADLOCK, () =>
      tenant.workflow.bulk('/progress/bulk', lines),
    );
    expect(answers.filter(({ success }) => success === false)).toMatchObject([
      { line: 3, error: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(answers.at(-1)).toMatchObject({ summary: { received: 4, failed: 1 } });
  });
});

describe('a row that another request inserts first, several times in a row', () => {
  const LOSSES = 5;

  /** Makes each insert into the table that meets the condition fail so often, or always. */
  async function lose(
    table: string,
    condition: string,
    work: () => Promise<void>,
    most = LOSSES,
  ): Promise<void> {
    // This engine has no transactions, so the count is kept when the failure is rolled back.
    await otherConnection.query('CREATE TABLE `losses` (`n` int) ENGINE=MyISAM');
    const lost = `(SELECT COUNT(*) FROM \`losses\`) <= ${most}`;
    const statements = `INSERT INTO \`losses\` VALUES (1); IF ${lost} THEN ${DUPLICATE}; END IF`;
    try {
      await whileInserts(table, condition, statements, work);
    } finally {
      await otherConnection.query('DROP TABLE `losses`');
    }
  }

  async function aRun(): Promise<void> {
    const ann = person({ degree: 'MA' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'EdD' }, { 'X-Sync-Run': 'night' });
  }

  const undo = (): ReturnType<typeof cli> =>
    cli(['run', 'undo', 'night', '--tenant', tenant.tenantId, '--yes']);

  it('costs a submission nothing', async () => {
    const studentId = await storedId(tenant, person());
    await lose('submissions', "NEW.`submissionId` = 'unlucky'", async () => {
      const body = { formType: 'proposal', studentId, fields: {} };
      expect((await tenant.workflow.put('/submissions/unlucky', body)).status).toBe(201);
    });
  });

  it('costs an undo nothing', async () => {
    await aRun();
    await lose('users', "NEW.`degree` = 'MA'", async () => {
      expect(await undo()).toMatchObject({ code: 0, stderr: '' });
    });
    expect((await users()).map(({ degree }) => degree)).toEqual(['MA']);
  });

  it('ends an undo of the terminal that meets it each time with words for a person', async () => {
    await aRun();
    await lose(
      'users',
      "NEW.`degree` = 'MA'",
      async () => {
        const stderr = 'Other requests kept changing the same data; run the command again.\n';
        expect(await undo()).toMatchObject({ code: 1, stderr });
      },
      1_000_000,
    );
    expect((await undo()).code).toBe(0);
    expect((await users()).map(({ degree }) => degree)).toEqual(['MA']);
  });
});

describe('administrators who set the same at once for the first time', () => {
  const milestones = [{ code: 'candidacy', name: 'Candidacy', sequence: 50, required: true }];

  it.each<[string, string, string, object]>([
    [
      'a mapping',
      'field_mappings',
      'mappings/degree%20change',
      { links: [{ formField: 'degree', target: 'degree' }] },
    ],
    ['a template', 'milestone_templates', 'templates/_all', { milestones }],
  ])('are all answered as if they had come one after the other: %s', async (_, table, path, body) => {
    const desk = await Desk.open(service);
    const { tenantId } = desk.tenant;
    // The first one is held as it writes; the others wait for the tenant, which it has locked.
    await otherConnection.query(
      `CREATE TRIGGER \`held\` BEFORE INSERT ON \`${table}\` FOR EACH ROW ` +
        'BEGIN DO GET_LOCK(NEW.`tenantId`, 60); DO RELEASE_LOCK(NEW.`tenantId`); END',
    );
    try {
      await otherConnection.query('DO GET_LOCK(?, 0)', [tenantId]);
      const puts = Array.from({ length: 3 }, () => desk.call('PUT', path, body));
      await namedLockIsAwaitedBy(1);
      await aTransactionWaits();
      await otherConnection.query('DO RELEASE_LOCK(?)', [tenantId]);
      expect(countByAnswer(await Promise.all(puts))).toEqual({ '200 undefined': 3 });
    } finally {
      await otherConnection.query('DO RELEASE_LOCK(?)', [tenantId]);
      await otherConnection.query('DROP TRIGGER `held`');
    }
    expect(await desk.account()).toHaveLength(1);
  });
});
