import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';

import type { Summary } from '../../../src/cli/feed/report.js';
import { folderForEachTest } from '../../support/folders.js';
import { credentialOptions, runFeed } from '../../support/run-feed.js';
import {
  answering,
  answeringEach,
  inserted,
  unavailable,
  unchanged,
  updated,
} from '../../support/scripted-bulk.js';
import { away, ScriptedService, type Step } from '../../support/scripted-service.js';

// A scripted service can fail on demand. What becomes of rows when it does is a matter of the client
// (test/client/bulk.e2e-spec.ts); these tests are about what the command makes of that.

const failed = (line: number): object => {
  const details = [{ field: 'email', code: 'isEmail', message: 'email must be an address' }];
  return {
    line,
    success: false,
    error: { code: 'VALIDATION_FAILED', message: 'The row is refused.', details },
  };
};

const refuse =
  (status: number, message: string): Step =>
  (exchange) => {
    exchange.answer(status, { success: false, message, error: { code: 'X' } });
  };

const folder = folderForEachTest('feed');
let service: ScriptedService;
let base: string;

beforeEach(async () => {
  service = await ScriptedService.start(answeringEach(inserted));
  base = service.url;
});

afterEach(() => service.stop());

function run(args: string[], stdin?: PassThrough): ReturnType<typeof runFeed> {
  const credential = credentialOptions(base, 'the-key', 'the-secret');
  return runFeed([...credential, ...args], { INTEGRATION_API_BACKOFF_MS: '1' }, stdin);
}

async function runJson(args: string[], stdin?: PassThrough): Promise<{ code: number; summary: Summary }> {
  const { code, stdout } = await run([...args, '--json'], stdin);
  return { code, summary: JSON.parse(stdout) as Summary };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

const sent = (request = 0): readonly string[] | undefined => service.exchanges[request]?.lines;

const person = (number: number): string =>
  JSON.stringify({ externalId: `S-${number}`, email: `s${number}@example.edu` });
const people = (count: number): string =>
  Array.from({ length: count }, (_, index) => person(index + 1) + '\n').join('');

describe('A feed that meets no trouble', () => {
  it('sends one request with the credential, a request id and NDJSON', async () => {
    const { code } = await run([await file('a.ndjson', people(2))]);
    const [exchange] = service.exchanges;
    expect(code).toBe(0);
    expect(exchange?.call).toBe('POST /api/v1/integration/users/bulk');
    expect(exchange?.request.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'x-service-api-key': 'the-key',
      'x-service-api-secret': 'the-secret',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/) as string,
      'x-sync-run': expect.stringMatching(/^\d{4}-\d\d-\d\d\.a\.ndjson\.\d{8}$/) as string,
    });
  });

  it('names one run in every request, and prints it', async () => {
    service.next(away);
    const { stdout } = await run([await file('a.ndjson', people(1)), '--run', 'night-7']);
    expect(service.exchanges.map((one) => one.header('x-sync-run'))).toEqual(['night-7', 'night-7']);
    expect(stdout).toMatch(/^ {2}run {8}night-7$/m);
  });

  it('counts what the service answers', async () => {
    const warnings = [{ field: 'facultyProfile', code: 'IGNORED', message: 'not stored' }];
    service.next(answering(inserted(1), updated(2, { warnings }), unchanged(3), failed(4)));
    const { code, summary } = await runJson([await file('a.ndjson', people(4))]);
    expect(code).toBe(1);
    expect(summary).toMatchObject({
      finished: true,
      received: 4,
      inserted: 1,
      updated: 1,
      unchanged: 1,
      failed: 1,
      warned: 1,
      skipped: 0,
      resent: 0,
      unanswered: 0,
      dryRun: false,
      warnings: { IGNORED: 1 },
      skippedReasons: {},
      ignoredColumns: [],
    });
  });

  it('reports rows that wait for a decision about who the person is, and accepts them', async () => {
    const pending = { ...unchanged(1), message: 'MATCH PENDING', conflictId: 'cf_1' };
    service.next(answering(pending, inserted(2)));
    const { code, summary } = await runJson([await file('a.ndjson', people(2))]);
    expect(code).toBe(0);
    expect(summary).toMatchObject({ inserted: 1, unchanged: 1, failed: 0, pending: 1, warned: 1 });
    expect(summary.warnings).toEqual({ MATCH_PENDING: 1 });
  });

  it('reports rows whose de-provisioning is held', async () => {
    const held = { message: 'DEPROVISIONING HELD', holdId: 'hd_1' };
    service.next(answering({ ...unchanged(1), ...held }, { ...inserted(2), ...held }, inserted(3)));
    const { code, summary } = await runJson([await file('a.ndjson', people(3))]);
    expect(code).toBe(0);
    expect(summary).toMatchObject({ inserted: 1, updated: 1, unchanged: 1, failed: 0, warned: 2 });
    expect(summary.warnings).toEqual({ DEPROVISIONING_HELD: 2 });
  });

  it('asks for a dry run and says that nothing was written', async () => {
    const { code, stdout } = await run([await file('a.ndjson', people(1)), '--dry-run']);
    expect(code).toBe(0);
    expect(service.exchanges[0]?.call).toBe('POST /api/v1/integration/users/bulk?dryRun=true');
    expect(stdout).toContain('Dry run, nothing was written');
  });

  it('passes NDJSON lines on byte for byte, broken ones too, without blank lines and the byte order mark', async () => {
    const [escaped, broken, windows] = ['{"a":"Zo\\u00eb",  "b":1}', '{"broken":', '{"a":"Müller"}\r'];
    await run([await file('a.ndjson', `\uFEFF${escaped}\n\n  \r\n${broken}\n${windows}`)]);
    expect(sent()).toEqual([escaped, broken, windows]);
  });

  it('sends each row as the line that it is in its file, so that administrators see the same number', async () => {
    const rows = ['externalId,email,firstName,lastName,accountType', 'S-1,s1@x.edu,Ann,Lee,Student', ',,,,'];
    const last = 'S-2,s2@x.edu,Bo,Cruz,Student';
    await run([await file('a.csv', [...rows, last, ''].join('\n'))]);
    expect(service.exchanges[0]?.numbers).toEqual([2, 4]);
  });

  it('sends nothing for an empty file', async () => {
    const { code, summary } = await runJson([await file('a.ndjson', '\n\n')]);
    expect(code).toBe(0);
    expect(summary.received).toBe(0);
    expect(service.exchanges).toEqual([]);
  });

  it('reads a compressed file', async () => {
    await run([await file('a.ndjson.gz', gzipSync(people(3)))]);
    expect(sent()).toHaveLength(3);
  });

  it.each([
    ['NDJSON', `\n ${person(1)}\n`, { externalId: 'S-1', email: 's1@example.edu' }],
    [
      'CSV',
      'externalId;email;firstName;lastName;accountType\nS-1;s1@example.edu;;;Student\n',
      { externalId: 'S-1', email: 's1@example.edu', accountType: 'Student' },
    ],
  ])('recognises %s on standard input', async (_, content, row) => {
    const stdin = new PassThrough();
    stdin.end(content);
    await run(['-'], stdin);
    expect(sent()?.map((line) => JSON.parse(line) as unknown)).toEqual([row]);
  });

  it('sends a row as soon as it arrives, before the source ends', async () => {
    const stdin = new PassThrough();
    stdin.write(person(1) + '\n');
    service.next(async (exchange) => {
      await exchange.read(1);
      exchange.write(inserted(1));
      stdin.end(person(2) + '\n');
      await answering(inserted(2))(exchange);
    });
    const { code, summary } = await runJson(['-', '--format', 'ndjson'], stdin);
    expect({ code, inserted: summary.inserted }).toEqual({ code: 0, inserted: 2 });
  });
});

describe('A connection that is lost', () => {
  const drop =
    (after: number): Step =>
    async (exchange) => {
      await exchange.read(5);
      for (let line = 1; line <= after; line += 1) exchange.write(inserted(line));
      exchange.response.write('', () => {
        exchange.lose();
      });
    };
  const cutOff =
    (rest = ''): Step =>
    async (exchange) => {
      await exchange.read();
      exchange.write(inserted(1));
      exchange.response.end(rest);
    };

  it('is resumed with the rows that have no answer, and each row is counted once', async () => {
    service.next(drop(2));
    const { code, summary } = await runJson([await file('a.ndjson', people(5))]);
    expect(code).toBe(0);
    expect(summary).toMatchObject({ finished: true, received: 5, inserted: 5, unanswered: 0 });
    const again = sent(1) ?? [];
    expect(summary.resent).toBe(again.length);
    expect(again).toEqual(people(5).trim().split('\n').slice(-again.length));
    expect(service.exchanges[1]?.numbers).toEqual([1, 2, 3, 4, 5].slice(-again.length));
  });

  it('counts a row that was applied before the connection was lost as the service answers it then', async () => {
    service.next(drop(0), answering(unchanged(1), inserted(2)));
    const { stdout } = await run([await file('a.ndjson', people(2))]);
    expect(stdout).toMatch(/unchanged +1\n/);
    expect(stdout).toContain('2 rows were sent again after an interruption');
  });

  it('is an answer without its summary line, too, unless every row has its answer', async () => {
    service.next(cutOff('{"line":2,"succ'));
    const { summary } = await runJson([await file('a.ndjson', people(3))]);
    expect(summary).toMatchObject({ finished: true, inserted: 3, resent: 2 });
    expect(sent(1)).toEqual([person(2), person(3)]);

    service.next(cutOff());
    const { code } = await run([await file('a.ndjson', people(1))]);
    expect({ code, requests: service.exchanges.length }).toEqual({ code: 0, requests: 3 });
  });

  it('is given up after the attempts without progress, and the rest is named', async () => {
    service.next(drop(0), drop(0), drop(0));
    const { code, summary } = await runJson([await file('a.ndjson', people(5)), '--retries', '3']);
    expect(code).toBe(2);
    expect(summary).toMatchObject({ finished: false, received: 0, unanswered: 5 });
    expect(summary.error).toMatch(/^gave up after 3 attempts without progress: /);
    expect(service.exchanges).toHaveLength(3);
  });

  it('is tried for ever while each attempt makes progress', async () => {
    service.next(...Array.from({ length: 6 }, () => cutOff()));
    const { code, summary } = await runJson([await file('a.ndjson', people(6)), '--retries', '2']);
    expect({ code, inserted: summary.inserted }).toEqual({ code: 0, inserted: 6 });
  });

  it('exits 2 with one line when there is no service', async () => {
    await service.stop();
    const { code, stderr } = await run([await file('a.ndjson', people(1)), '--retries', '1']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^feed: gave up after 1 attempt without progress: connect ECONNREFUSED [^\n]+\n$/);
  });

  it('gives up on a service that takes rows and never answers', async () => {
    const silent: Step = (exchange) => void exchange.read();
    service.next(silent, silent);
    const path = await file('a.ndjson', people(2));
    const { code, summary } = await runJson([path, '--timeout', '0.02', '--retries', '2']);
    expect({ code, error: summary.error }).toEqual({
      code: 2,
      error: 'gave up after 2 attempts without progress: no answer for 0.02 s',
    });
  });

  it('counts what a row did the first time: access lost and given back, and warnings', async () => {
    const warnings = [{ field: 'email', code: 'POSSIBLE_REASSIGNMENT', message: 'perhaps another person' }];
    service.next(
      answering(
        unavailable(1),
        updated(2, { deprovisioned: true }),
        updated(3, { restored: true }),
        updated(4, { deprovisioned: true }),
        updated(5, { warnings }),
      ),
      answering(inserted(1), unchanged(2), unchanged(3), updated(4), unchanged(5)),
    );
    const rows = [1, 2, 3, 4, 5].map((number) => `S-${number},s${number}@example.edu,Ann,Lee,Student`);
    const lines = ['externalId,email,firstName,lastName,accountType', ...rows, ',,,,', 'no row', ''];
    const { summary } = await runJson([await file('a.csv', lines.join('\n'))]);
    expect(summary).toMatchObject({ inserted: 1, updated: 4, deprovisioned: 2, restored: 1, warned: 1 });
    expect(summary).toMatchObject({ rows: 7, received: 5, refused: 1, blank: 1, resent: 5, unanswered: 0 });
  });
});

describe('A feed that cannot be accepted', () => {
  it.each([401, 403, 404, 413, 415])(
    'ends on %i with the sentence of the service in one line',
    async (status) => {
      service.next(refuse(status, 'The key\nis not known.'));
      const { code, stdout, stderr } = await run([await file('a.ndjson', people(3))]);
      const requests = service.exchanges.length;
      expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: 1 });
      expect(stderr).toMatch(
        new RegExp(
          `^feed: the service refuses: ${status} The key is not known\\. \\(request feed-[^\n]+\\)\n$`,
        ),
      );
    },
  );

  it.each([
    ['an unknown file', ['absent.csv'], /^feed: absent\.csv cannot be read: /],
    ['an unknown option', ['a.ndjson', '--dryrun'], /^feed: Unknown option '--dryrun'/],
    [
      'an unknown format',
      ['a.ndjson', '--format', 'xml'],
      /^feed: --format xml must be one of ndjson, csv, json/,
    ],
    ['a missing mapping file', ['a.csv', '--map', 'absent.json'], /^feed: --map absent\.json: /],
  ])('is refused for %s', async (_, args, message) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('sends the rows before the place where the file breaks, then says what is wrong', async () => {
    const path = await file(
      'a.csv',
      'email,firstName,lastName,accountType\na@example.edu,A,B,Student\n"never ends,',
    );
    const { code, stdout, stderr } = await run([path]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^NOT FINISHED: .*a\.csv/);
    expect(stdout).toMatch(/inserted +1\n/);
    expect(stderr).toMatch(/^feed: a\.csv: from line 3 on .*quote.*\n$/);
  });
});

describe('Rows that fail', () => {
  const refuseAll = answeringEach(failed);

  it('are shown, the first ten, as one line each that says where, who and why', async () => {
    service.next(refuseAll);
    const { code, stdout } = await run([await file('a.ndjson', `\n${people(12)}`)]);
    const lines = stdout.split('\n');
    expect(code).toBe(1);
    expect(lines[0]).toBe('line 2, S-1 s1@example.edu: email must be an address');
    expect(lines[9]).toMatch(/^line 11, /);
    expect(lines[10]).toBe('and 2 failed rows more; --rejects writes them all');
  });

  it('are written with their line, reason and what was sent, and nothing that was not sent', async () => {
    service.next(refuseAll);
    const csv =
      'SIS ID,First Name,Last Name,Secondary Email,Password,Birthdate,Grade\n7,Ann,Bell,no-address,P@ss,4/2/2000,9\n';
    const [path, rejects] = [await file('Student.csv', csv), join(folder.path, 'rejects.ndjson')];
    const { code, summary } = await runJson([path, '--rejects', rejects]);
    const details = [{ field: 'email', code: 'isEmail', message: 'email must be an address' }];
    expect(code).toBe(1);
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toEqual({
      line: 2,
      error: { code: 'VALIDATION_FAILED', message: 'The row is refused.', details },
      row: {
        externalId: '7',
        firstName: 'Ann',
        lastName: 'Bell',
        email: 'no-address',
        accountType: 'Student',
      },
    });
    expect(summary.ignoredColumns).toEqual(['Password', 'Birthdate', 'Grade']);
    expect(summary.rejects).toBe(rejects);
  });

  it('leave an empty file when there are none, so that no older one is taken for it', async () => {
    const rejects = await file('rejects.ndjson', 'from yesterday');
    const { code } = await run([await file('a.ndjson', people(1)), '--rejects', rejects]);
    expect({ code, rejects: await readFile(rejects, 'utf8') }).toEqual({ code: 0, rejects: '' });
  });

  it('cannot steer the terminal of the operator', async () => {
    service.next(refuseAll);
    const { stdout } = await run([await file('a.ndjson', '{"email":"a\\u001b[2Jb"}\n')]);
    expect(stdout.split('\n')[0]).toBe('line 1, a [2Jb: email must be an address');
  });
});

describe('Columns that neither an exact name nor the mapping takes', () => {
  const table =
    'Stu_ID,firstName,lastName,email,accountType,Program,Major,Password\n7,A,B,a@x.example,Student,Physics,Optics,x\n';
  const proposal = (column: string, rest: string): string =>
    `feed: not sent: ${column} might fill ${rest}; name it in a mapping, or as null\n`;

  it('are not sent, and what they might fill is said with its reason', async () => {
    const { code, stderr } = await run([await file('a.csv', table)]);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(sent()?.[0] ?? '') as object)).not.toContain('externalId');
    const program = (other: string): string =>
      `schoolProgram: its name says ${other === 'Major' ? 'program' : 'major'} (certainty: high); ${other} would do ` +
      'as well, so choose one';
    expect(stderr).toBe(
      proposal('Stu_ID', 'externalId: its name says student id (certainty: high)') +
        proposal('Program', program('Major')) +
        proposal('Major', program('Program')),
    );
  });

  it('are said nothing about when the mapping takes them, or leaves them out on purpose', async () => {
    const columns = { Stu_ID: 'externalId', Program: null, Major: null };
    const map = await file('map.json', JSON.stringify({ columns }));
    const { stderr } = await run([await file('a.csv', table), '--map', map]);
    expect(stderr).toBe('');
    expect(JSON.parse(sent()?.[0] ?? '')).toMatchObject({ externalId: '7' });
  });

  it('are said before the fields that nothing fills, of a file that is not sent for that', async () => {
    const { code, stderr } = await run([await file('a.csv', 'Stu_ID,E-Mail\n7,a@x.example\n')]);
    expect(code).toBe(2);
    const [id, email, problem] = stderr.split('\n');
    expect(id).toContain('Stu_ID might fill externalId');
    expect(email).toContain(
      'E-Mail might fill email: its name says email, and its cells look like addresses',
    );
    expect(problem).toContain('no column gives email, firstName, lastName, accountType');
    expect(service.exchanges).toEqual([]);
  });
});

describe('--propose', () => {
  const table =
    'Stu_ID,First Name,Last Name,E-Mail,Adm Term,Program,Major,Start Date,Password\n' +
    '7,A,B,a@x.example,202610,Physics,Optics,2026-09-18,x\n' +
    '8,C,D,c@x.example,Fall 2026,Physics,Optics,2026-09-18,y\n';

  async function propose(
    args: string[],
  ): Promise<{ code: number; stdout: string; stderr: string; map: string }> {
    const map = join(folder.path, 'mapping.json');
    return { ...(await runFeed([...args, '--propose', map])), map };
  }

  it('writes a mapping file to be looked at, with what is clear, and sends nothing', async () => {
    const { code, stdout, map } = await propose([await file('a.csv', table)]);
    expect(code).toBe(0);
    expect(service.exchanges).toEqual([]);
    expect(JSON.parse(await readFile(map, 'utf8'))).toEqual({
      columns: {
        Stu_ID: 'externalId',
        'First Name': 'firstName',
        'Last Name': 'lastName',
        'E-Mail': 'email',
        'Adm Term': { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'term' },
      },
      terms: { YYYY10: null, Fall: 9 },
    });
    expect(stdout).toContain('Not written: Major might fill schoolProgram');
    expect(stdout).toContain('Say in "terms" in which month these begin: YYYY10');
    expect(stdout).toContain('Nothing fills accountType; name a column, or a value in "defaults"');
    expect(stdout).not.toContain('Password');
  });

  it('writes a file that is refused until its months are filled in, and then feeds the columns', async () => {
    const path = await file('a.csv', table);
    const { map } = await propose([path]);
    const refused = await run([path, '--map', map]);
    expect(refused.stderr).toContain('terms.YYYY10: say the month in which this term begins, 1 to 12');
    const proposed = JSON.parse(await readFile(map, 'utf8')) as object;
    const terms = { YYYY10: { month: 9, yearOffset: -1 }, Fall: 9 };
    await writeFile(map, JSON.stringify({ ...proposed, terms, defaults: { accountType: 'Student' } }));
    expect((await run([path, '--map', map])).code).toBe(0);
    expect(sent()?.map((row) => JSON.parse(row) as object)).toMatchObject([
      { externalId: '7', email: 'a@x.example', monthOfEntry: 9, yearOfEntry: 2025 },
      { externalId: '8', email: 'c@x.example', monthOfEntry: 9, yearOfEntry: 2026 },
    ]);
  });

  it.each<[string, string, string[], RegExp]>([
    ['a mapping beside it', 'a.csv', ['--map', 'm.json'], /^feed: --propose writes a mapping and takes no/],
    ['people who need no mapping', 'a.ndjson', [], /^feed: a\.ndjson: NDJSON has the names of the fields/],
  ])('is refused with %s', async (_, name, args, message) => {
    const { code, stderr } = await propose([await file(name, table), ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('overwrites no file', async () => {
    const path = await file('a.csv', table);
    await file('mapping.json', 'mine');
    const { code, stderr, map } = await propose([path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^feed: --propose .*mapping\.json: EEXIST/);
    expect(await readFile(map, 'utf8')).toBe('mine');
  });
});

it('A mapping that reads terms without a table of them is refused before anything is sent', async () => {
  const columns = { Term: { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'term' } };
  const map = await file('map.json', JSON.stringify({ columns }));
  const { code, stderr } = await run([await file('a.csv', 'Term\nFall 2026\n'), '--map', map]);
  expect(code).toBe(2);
  expect(stderr).toContain('columns.term is read as a term; say in "terms" in which month terms begin');
  expect(service.exchanges).toEqual([]);
});
