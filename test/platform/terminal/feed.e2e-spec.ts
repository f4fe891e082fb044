import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Summary } from '../../../src/cli/feed/report.js';
import { credentialOptions, type FeedRun, runFeed } from '../../support/run-feed.js';

// A scripted service can fail on demand; the tests with the real service are in another file.

type Step = (exchange: Exchange) => Promise<void> | void;

/** One request as the scripted service sees it. */
class Exchange {
  readonly lines: string[] = [];

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {}

  /** Reads up to so many lines, without ending the request. */
  async read(limit = Infinity): Promise<this> {
    let rest = '';
    for await (const chunk of this.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const parts = (rest + chunk.toString('utf8')).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
      if (this.lines.length >= limit) break;
    }
    return this;
  }

  answer(...answers: object[]): void {
    if (!this.response.headersSent) this.response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    for (const one of answers) this.response.write(JSON.stringify(one) + '\n');
  }

  summary(): void {
    this.answer({ summary: { received: this.lines.length } });
    this.response.end();
  }
}

const inserted = (line: number): object => ({
  line,
  success: true,
  id: '950000001',
  message: 'DATA INSERTED',
});
const unchanged = (line: number): object => ({
  line,
  success: true,
  id: '950000001',
  message: 'DATA UPDATED',
  changed: false,
});
const failed = (line: number, code: string, field = 'email'): object => {
  const details = [{ field, code: 'isEmail', message: `${field} must be an address` }];
  return { line, success: false, error: { code, message: 'The row is refused.', details } };
};
const unavailable = (line: number): object => ({
  line,
  success: false,
  error: { code: 'SERVICE_UNAVAILABLE', message: 'The database is away.' },
});

const acceptAll: Step = async (exchange) => {
  await exchange.read();
  exchange.answer(...exchange.lines.map((_, index) => inserted(index + 1)));
  exchange.summary();
};

const refuse =
  (status: number, headers: Record<string, string> = {}, message = 'Come back later.'): Step =>
  ({ response }) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ success: false, message, error: { code: 'X' } }));
  };

let server: Server;
let base: string;
let directory: string;
let steps: Step[];
let exchanges: Exchange[];

beforeEach(async () => {
  steps = [];
  exchanges = [];
  directory = await mkdtemp(join(tmpdir(), 'feed-'));
  server = createServer((request, response) => {
    const exchange = new Exchange(request, response);
    exchanges.push(exchange);
    void (steps.shift() ?? acceptAll)(exchange);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

function run(args: string[], stdin?: PassThrough): Promise<FeedRun> {
  const credential = credentialOptions(base, 'the-key', 'the-secret');
  return runFeed([...credential, ...args], { INTEGRATION_API_BACKOFF_MS: '1' }, stdin);
}

async function runJson(args: string[], stdin?: PassThrough): Promise<{ code: number; summary: Summary }> {
  const { code, stdout } = await run([...args, '--json'], stdin);
  return { code, summary: JSON.parse(stdout) as Summary };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

const person = (number: number): string =>
  JSON.stringify({ externalId: `S-${number}`, email: `s${number}@example.edu` });
const people = (count: number): string =>
  Array.from({ length: count }, (_, index) => person(index + 1) + '\n').join('');

describe('A feed that meets no trouble', () => {
  it('sends one request with the credential, a request id and NDJSON', async () => {
    const { code } = await run([await file('a.ndjson', people(2))]);
    const [exchange] = exchanges;
    expect(code).toBe(0);
    expect(exchange?.request.method).toBe('POST');
    expect(exchange?.request.url).toBe('/api/v1/integration/users/bulk');
    expect(exchange?.request.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'x-service-api-key': 'the-key',
      'x-service-api-secret': 'the-secret',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/) as string,
      'x-sync-run': expect.stringMatching(/^\d{4}-\d\d-\d\d\.a\.ndjson\.\d{8}$/) as string,
    });
  });

  it('names one run in every request, and prints it', async () => {
    steps = [refuse(503)];
    const { stdout } = await run([await file('a.ndjson', people(1)), '--run', 'night-7']);
    expect(exchanges.map(({ request }) => request.headers['x-sync-run'])).toEqual(['night-7', 'night-7']);
    expect(stdout).toMatch(/^ {2}run {8}night-7$/m);
  });

  it('counts what the service answers', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        const warnings = [{ field: 'facultyProfile', code: 'IGNORED', message: 'not stored' }];
        exchange.answer(inserted(1), { ...inserted(2), message: 'DATA UPDATED', warnings }, unchanged(3));
        exchange.answer(failed(4, 'VALIDATION_FAILED'));
        exchange.summary();
      },
    ];
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
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer({ ...unchanged(1), message: 'MATCH PENDING', conflictId: 'cf_1' }, inserted(2));
        exchange.summary();
      },
    ];
    const { code, summary } = await runJson([await file('a.ndjson', people(2))]);
    expect({ code, summary }).toMatchObject({
      code: 0,
      summary: {
        inserted: 1,
        unchanged: 1,
        failed: 0,
        pending: 1,
        warned: 1,
        warnings: { MATCH_PENDING: 1 },
      },
    });
  });

  it('reports rows whose de-provisioning is held', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        const held = { message: 'DEPROVISIONING HELD', holdId: 'hd_1' };
        exchange.answer({ ...unchanged(1), ...held }, { ...inserted(2), ...held }, inserted(3));
        exchange.summary();
      },
    ];
    const { code, summary } = await runJson([await file('a.ndjson', people(3))]);
    expect({ code, summary }).toMatchObject({
      code: 0,
      summary: {
        inserted: 1,
        updated: 1,
        unchanged: 1,
        failed: 0,
        warned: 2,
        warnings: { DEPROVISIONING_HELD: 2 },
      },
    });
  });

  it('asks for a dry run and says that nothing was written', async () => {
    const { code, stdout } = await run([await file('a.ndjson', people(1)), '--dry-run']);
    expect(code).toBe(0);
    expect(exchanges[0]?.request.url).toBe('/api/v1/integration/users/bulk?dryRun=true');
    expect(stdout).toContain('Dry run, nothing was written');
  });

  it('passes NDJSON lines on byte for byte, broken ones too, without blank lines and the byte order mark', async () => {
    const lines = ['{"firstName":"Zo\\u00eb",  "a":1}', '{"broken":', '{"lastName":"Müller"}\r'];
    await run([
      await file('a.ndjson', `\uFEFF${lines[0] ?? ''}\n\n  \r\n${lines[1] ?? ''}\n${lines[2] ?? ''}`),
    ]);
    expect(exchanges[0]?.lines).toEqual(lines);
  });

  it('sends nothing for an empty file', async () => {
    const { code, summary } = await runJson([await file('a.ndjson', '\n\n')]);
    expect(code).toBe(0);
    expect(summary.received).toBe(0);
    expect(exchanges).toEqual([]);
  });

  it('reads a compressed file', async () => {
    await run([await file('a.ndjson.gz', gzipSync(people(3)))]);
    expect(exchanges[0]?.lines).toHaveLength(3);
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
    expect(exchanges[0]?.lines.map((line) => JSON.parse(line) as unknown)).toEqual([row]);
  });

  it('sends a row as soon as it arrives, before the source ends', async () => {
    const stdin = new PassThrough();
    stdin.write(person(1) + '\n');
    steps = [
      async (exchange) => {
        await exchange.read(1);
        exchange.answer(inserted(1));
        stdin.end(person(2) + '\n');
        await exchange.read();
        exchange.answer(inserted(2));
        exchange.summary();
      },
    ];
    const { code, summary } = await runJson(['-', '--format', 'ndjson'], stdin);
    expect({ code, inserted: summary.inserted }).toEqual({ code: 0, inserted: 2 });
  });
});

describe('A connection that is lost', () => {
  const drop =
    (after: number): Step =>
    async (exchange) => {
      await exchange.read(5);
      for (let line = 1; line <= after; line += 1) exchange.answer(inserted(line));
      exchange.response.write('', () => exchange.request.socket.resetAndDestroy());
    };

  it('is resumed with the rows that have no answer, and each row is counted once', async () => {
    steps = [drop(2)];
    const { code, summary } = await runJson([await file('a.ndjson', people(5))]);
    expect(code).toBe(0);
    expect(summary).toMatchObject({ finished: true, received: 5, inserted: 5, unanswered: 0 });
    const answered = 5 - (exchanges[1]?.lines.length ?? 0);
    expect(summary.resent).toBe(5 - answered);
    expect(exchanges[1]?.lines).toEqual(people(5).trim().split('\n').slice(answered));
  });

  it('counts a row that was applied before the connection was lost as the service answers it then', async () => {
    steps = [
      drop(0),
      async (exchange) => {
        await exchange.read();
        exchange.answer(unchanged(1), inserted(2));
        exchange.summary();
      },
    ];
    const { stdout } = await run([await file('a.ndjson', people(2))]);
    expect(stdout).toMatch(/unchanged +1\n/);
    expect(stdout).toContain('2 rows were sent again after an interruption');
  });

  it('is an answer without its summary line, too', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1));
        exchange.response.end('{"line":2,"succ');
      },
    ];
    const { summary } = await runJson([await file('a.ndjson', people(3))]);
    expect(summary).toMatchObject({ finished: true, inserted: 3, resent: 2 });
    expect(exchanges[1]?.lines).toEqual([person(2), person(3)]);
  });

  it('needs no second request when only the summary line was lost', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1));
        exchange.response.end();
      },
    ];
    const { code } = await run([await file('a.ndjson', people(1))]);
    expect({ code, exchanges: exchanges.length }).toEqual({ code: 0, exchanges: 1 });
  });

  it('counts as lost when the answers are not those of the rows', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(7));
      },
    ];
    const { summary } = await runJson([await file('a.ndjson', people(2))]);
    expect(summary).toMatchObject({ inserted: 2, resent: 2 });
  });

  it('is given up after the attempts without progress, and the rest is named', async () => {
    steps = [drop(0), drop(0), drop(0)];
    const { code, summary } = await runJson([await file('a.ndjson', people(5)), '--retries', '3']);
    expect(code).toBe(2);
    expect(summary).toMatchObject({ finished: false, received: 0, unanswered: 5 });
    expect(summary.error).toMatch(/^gave up after 3 attempts without progress: /);
    expect(exchanges).toHaveLength(3);
  });

  it('is tried for ever while each attempt makes progress', async () => {
    const one: Step = async (exchange) => {
      await exchange.read();
      exchange.answer(inserted(1));
      exchange.response.end();
    };
    steps = Array.from({ length: 6 }, () => one);
    const { code, summary } = await runJson([await file('a.ndjson', people(6)), '--retries', '2']);
    expect({ code, inserted: summary.inserted }).toEqual({ code: 0, inserted: 6 });
  });

  it('exits 2 with one line when there is no service', async () => {
    await new Promise((resolve) => server.close(resolve));
    const result = await run([await file('a.ndjson', people(1)), '--retries', '1']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(
      /^feed: gave up after 1 attempt without progress: connect ECONNREFUSED [^\n]+\n$/,
    );
  });

  it('closes a request whose answers are held back, as a buffering proxy does', async () => {
    const stdin = new PassThrough();
    stdin.write(people(2));
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1), inserted(2));
        stdin.end(person(3));
        exchange.summary();
      },
    ];
    const { code, summary } = await runJson(['-', '--format', 'ndjson', '--timeout', '0.05'], stdin);
    expect(code).toBe(0);
    expect(summary).toMatchObject({ inserted: 3, resent: 0 });
    expect(exchanges[1]?.lines).toEqual([person(3)]);
  });

  it('gives up on a service that takes rows and never answers', async () => {
    const silent: Step = async (exchange) => {
      await exchange.read();
    };
    steps = [silent, silent];
    const path = await file('a.ndjson', people(2));
    const { code, summary } = await runJson([path, '--timeout', '0.02', '--retries', '2']);
    expect({ code, error: summary.error }).toEqual({
      code: 2,
      error: 'gave up after 2 attempts without progress: no answer for 0.02 s',
    });
  });
});

describe('A service that asks for patience', () => {
  it.each([
    ['503 and seconds', 503, '0'],
    ['429 and a date', 429, 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ])('is asked again after %s', async (_, status, retryAfter) => {
    steps = [refuse(status, { 'Retry-After': retryAfter })];
    const { code, summary } = await runJson([await file('a.ndjson', people(3))]);
    expect({ code, inserted: summary.inserted, exchanges: exchanges.length }).toEqual({
      code: 0,
      inserted: 3,
      exchanges: 2,
    });
  });

  it('is asked again without a Retry-After, and after a faulty gateway', async () => {
    steps = [refuse(503), refuse(502), refuse(429)];
    const { code, summary } = await runJson([await file('a.ndjson', people(1))]);
    expect({ code, inserted: summary.inserted, exchanges: exchanges.length }).toEqual({
      code: 0,
      inserted: 1,
      exchanges: 4,
    });
  });

  it('gets the row again that it could not take for now, and those behind it in their order', async () => {
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1), unavailable(2), inserted(3), failed(4, 'VALIDATION_FAILED'));
        exchange.summary();
      },
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1), unchanged(2), failed(3, 'VALIDATION_FAILED'));
        exchange.summary();
      },
    ];
    const { code, summary } = await runJson([await file('a.ndjson', people(4))]);
    expect(code).toBe(1);
    expect(exchanges[1]?.lines).toEqual([person(2), person(3), person(4)]);
    expect(summary).toMatchObject({ received: 4, inserted: 3, unchanged: 0, failed: 1, resent: 3 });
  });

  it('counts what a row did the first time: access lost and given back, and warnings', async () => {
    const updated = (line: number, more: object): object => ({ ...unchanged(line), changed: true, ...more });
    const warnings = [{ field: 'email', code: 'POSSIBLE_REASSIGNMENT', message: 'perhaps another person' }];
    steps = [
      async (exchange) => {
        await exchange.read();
        exchange.answer(unavailable(1), updated(2, { deprovisioned: true }), updated(3, { restored: true }));
        exchange.answer(updated(4, { deprovisioned: true }), updated(5, { warnings }));
        exchange.summary();
      },
      async (exchange) => {
        await exchange.read();
        exchange.answer(inserted(1), unchanged(2), unchanged(3), updated(4, {}), unchanged(5));
        exchange.summary();
      },
    ];
    const rows = [1, 2, 3, 4, 5].map((number) => `S-${number},s${number}@example.edu,Ann,Lee,Student`);
    const lines = ['externalId,email,firstName,lastName,accountType', ...rows, ',,,,', 'no row', ''];
    const { summary } = await runJson([await file('a.csv', lines.join('\n'))]);
    expect(summary).toMatchObject({ inserted: 1, updated: 4, deprovisioned: 2, restored: 1, warned: 1 });
    expect(summary).toMatchObject({ rows: 7, received: 5, refused: 1, blank: 1, resent: 5, unanswered: 0 });
  });
});

describe('A feed that cannot be accepted', () => {
  it('receives the refusal of a service that hangs up without reading', async () => {
    steps = [refuse(401, { Connection: 'close' }, 'The key is not known.')];
    const { code, stderr } = await run([await file('a.ndjson', people(50_000))]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^feed: the service refuses: 401 The key is not known\. /);
    expect(exchanges).toHaveLength(1);
  });

  it.each([401, 403, 404, 413, 415])(
    'ends on %i with the sentence of the service in one line',
    async (status) => {
      steps = [refuse(status, {}, 'The key\nis not known.')];
      const { code, stdout, stderr } = await run([await file('a.ndjson', people(3))]);
      expect({ code, stdout, exchanges: exchanges.length }).toEqual({ code: 2, stdout: '', exchanges: 1 });
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
  const refuseAll: Step = async (exchange) => {
    await exchange.read();
    exchange.answer(...exchange.lines.map((_, index) => failed(index + 1, 'VALIDATION_FAILED')));
    exchange.summary();
  };

  it('are shown, the first ten, as one line each that says where, who and why', async () => {
    steps = [refuseAll];
    const { code, stdout } = await run([await file('a.ndjson', `\n${people(12)}`)]);
    const lines = stdout.split('\n');
    expect(code).toBe(1);
    expect(lines[0]).toBe('line 2, S-1 s1@example.edu: email must be an address');
    expect(lines[9]).toMatch(/^line 11, /);
    expect(lines[10]).toBe('and 2 failed rows more; --rejects writes them all');
  });

  it('are written with their line, reason and what was sent, and nothing that was not sent', async () => {
    steps = [refuseAll];
    const csv =
      'SIS ID,First Name,Last Name,Secondary Email,Password,Birthdate,Grade\n7,Ann,Bell,no-address,P@ss,4/2/2000,9\n';
    const [path, rejects] = [await file('Student.csv', csv), join(directory, 'rejects.ndjson')];
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
    steps = [refuseAll];
    const { stdout } = await run([await file('a.ndjson', '{"email":"a\\u001b[2Jb"}\n')]);
    expect(stdout.split('\n')[0]).toBe('line 1, a [2Jb: email must be an address');
  });
});
