import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';

import { keepError, keepSecretsOf, printedFile } from '../../support/evidence.js';
import { LeakSearch } from '../../support/leaks.js';
import { TestService } from '../../support/service.js';
import { PROJECT_ROOT } from '../../support/service-process.js';
import { TYPESCRIPT } from '../../support/typescript.js';

const SECRET = { what: 'password', value: 'Ünusual "pass" wörd' };

function found(text: string, ...values: string[]): string[] {
  const secrets = values.length === 0 ? [SECRET] : values.map((value) => ({ what: value, value }));
  return new LeakSearch(secrets).in(Buffer.from(text)).map(({ what }) => what);
}

describe('the search of what a run printed', () => {
  it.each([
    ['as it is', SECRET.value],
    ['inside a word', `x${SECRET.value}x`],
    ['in JSON', JSON.stringify({ msg: SECRET.value })],
    ['in an address', `GET /?q=${encodeURIComponent(SECRET.value)}`],
  ])('finds a secret %s', (_, text) => {
    expect(found(`a line\nbefore ${text} behind\nanother`)).toEqual(['password']);
  });

  it('finds an address of a person as it is compared, in lower case', () => {
    expect(found('ann.lee@one.example', 'Ann.Lee@One.example')).toEqual(['Ann.Lee@One.example']);
  });

  it('shows the whole line of each, at the edges of the text too', () => {
    const leaks = new LeakSearch([{ what: 'token', value: 'abcdefgh' }]).in(
      Buffer.from('abcdefgh 1\nnothing\n2 abcdefgh'),
    );
    expect(leaks.map(({ line }) => line)).toEqual(['abcdefgh 1', '2 abcdefgh']);
  });

  it('distinguishes those that begin alike, and finds no part of one', () => {
    expect(found('person.1@one.example', 'person.1@one.example', 'person.1@two.example')).toEqual([
      'person.1@one.example',
    ]);
    expect(found('person.1@t', 'person.1@two.example')).toEqual([]);
  });

  it.each([
    ['a log line with the secret', `{"msg":"abcdefgh"}\n`, 1],
    ['none', '{"msg":"abcdefg"}\n', 0],
  ])('ends as it should with %s', (_, printed, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
    writeFileSync(join(folder, 'secrets.1'), '{"what":"token","value":"abcdefgh"}\n');
    writeFileSync(join(folder, 'printed-log.1'), printed);
    const program = join(PROJECT_ROOT, 'test/support/leak-check-process.ts');
    const words = [...TYPESCRIPT, program, folder];
    const { status } = spawnSync(process.execPath, words, { cwd: PROJECT_ROOT });
    rmSync(folder, { recursive: true });
    expect(status).toBe(code);
  });
});

describe('what is searched', () => {
  it('has every line of a service, and its metrics when it stops', async () => {
    const [line, metric] = [randomUUID(), 'http_requests_total'];
    const service = await TestService.start();
    new Logger('test').verbose(line);
    await service.stop();
    expect(readFileSync(printedFile('log'), 'utf8')).toContain(line);
    expect(readFileSync(printedFile('metric'), 'utf8')).toContain(metric);
  });

  it('has the answers that refuse, without the address that the caller has sent as an ID', () => {
    const [own, foreign] = [`own.${randomUUID()}@one.example`, `foreign.${randomUUID()}@one.example`];
    keepError(`{"message":"no user has the ID ${own}, which is ${foreign}"}`, `{"facultyId":"${own}"}`);
    const kept = readFileSync(printedFile('error'), 'utf8');
    expect({ own: kept.includes(own), foreign: kept.includes(foreign) }).toEqual({
      own: false,
      foreign: true,
    });
  });

  it('is searched for what opens something and for who people are, wherever it stands in a body', () => {
    const mine = randomUUID();
    const person = { email: `${mine}@test.example.edu`, firstName: 'Ann', lastName: mine };
    keepSecretsOf({ data: [{ apiSecret: `secret-${mine}`, link: `/admin/#token=token-${mine}`, person }] });
    const folder = process.env['TEST_EVIDENCE'] ?? '';
    const kept = readFileSync(join(folder, `secrets.${process.pid}`), 'utf8');
    for (const value of [`secret-${mine}`, `token-${mine}`, person.email, `Ann ${mine}`, mine])
      expect(kept).toContain(`"value":"${value}"`);
  });
});
