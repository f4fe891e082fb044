import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { folderOfFile } from '../../test/support/folders.js';
import { mailServerOf } from './mail-server.js';

const from = 'alerts@example.edu';
const folder = folderOfFile('mail-server');

function file(text: string): string {
  const path = join(folder, 'password');
  writeFileSync(path, text);
  return path;
}

describe('the mail server of the environment', () => {
  it('is none without an address', () => {
    expect(mailServerOf({})).toBeUndefined();
  });

  it.each([
    ['smtp://mail.example.edu', { port: 587, isTlsFromStart: false, tls: 'required', login: undefined }],
    ['smtps://mail.example.edu', { port: 465, isTlsFromStart: true, tls: 'required' }],
    ['smtp://mail.example.edu:25?tls=off', { port: 25, tls: 'off' }],
    ['smtp://mail.example.edu?tls=unverified', { tls: 'unverified' }],
    ['smtp://a%40b:p%3Aq@mail.example.edu', { login: { user: 'a@b', password: 'p:q' } }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    ['smtp://me:secret@localhost?tls=off', { host: 'localhost', login: { user: 'me', password: 'secret' } }],
  ])('%s is read', (SMTP_URL, expected) => {
    expect(mailServerOf({ SMTP_URL, SMTP_FROM: from })).toMatchObject({ from, ...expected });
  });

  it('takes its password from a file', () => {
    const variables = { SMTP_URL: 'smtp://me@mail.example.edu', SMTP_FROM: from };
    expect(mailServerOf({ ...variables, SMTP_PASSWORD_FILE: file(' secret \n') })).toMatchObject({
      login: { user: 'me', password: 'secret' },
    });
    expect(mailServerOf({ ...variables, SMTP_PASSWORD_FILE: file('two\nlines') })).toEqual({
      problems: ['SMTP_PASSWORD_FILE must name a file with the password and nothing else'],
    });
  });

  it.each([
    ['mail.example.edu', {}, /must look like/],
    ['http://mail.example.edu', {}, /must look like/],
    ['smtp://mail.example.edu/path', {}, /must look like/],
    ['smtp://mail.example.edu?tls=maybe', {}, /one parameter: tls/],
    ['smtp://mail.example.edu?verify=no', {}, /one parameter: tls/],
    ['smtps://mail.example.edu?tls=off', {}, /cannot have tls=off/],
    ['smtp://me:hunter2@mail.example.edu?tls=off', {}, /readable on the way/],
    ['smtp://me@mail.example.edu', {}, /give the password/],
    ['smtp://%zz:hunter2@mail.example.edu', {}, /not percent-encoded/],
    ['smtp://me:hunter2@mail.example.edu', { SMTP_PASSWORD_FILE: '/run/secrets/smtp' }, /give one of them/],
    ['smtp://mail.example.edu', { SMTP_FROM: 'Alerts' }, /SMTP_FROM must be/],
    ['smtp://mail.example.edu', { SMTP_FROM: undefined }, /SMTP_FROM must be/],
    [undefined, {}, /SMTP_FROM has no effect/],
  ])('%s is refused without its password in the message', (SMTP_URL, more, line) => {
    const found = mailServerOf({ SMTP_URL, SMTP_FROM: from, ...more });
    const { problems } = found as { problems: string[] };
    expect(problems).toEqual([expect.stringMatching(line)]);
    expect(problems.join()).not.toContain('hunter2');
  });
});
