import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

import { jest } from '@jest/globals';

import { MailSender } from '../../src/alerts/mail/mail-sender.js';
import { readConfig } from '../../src/config/environment.js';
import { listen } from '../support/loopback.js';
import { TestMailServer } from '../support/mail-server.js';
import { until } from '../support/until.js';

const SMTP_FROM = 'alerts@operator.example.edu';
const MAIL = { to: 'it@example.edu', subject: 'Späte Läufe', text: 'Text.\n' };

let server: TestMailServer;

afterEach(() => server.stop());

function senderTo(SMTP_URL: string): MailSender {
  return new MailSender(readConfig({ SMTP_URL, SMTP_FROM }));
}

async function problemOf(sender: MailSender): Promise<string> {
  return sender.send(MAIL).then(
    () => 'sent',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );
}

describe('a message', () => {
  it('is encrypted by STARTTLS, with the login of the address', async () => {
    const logins: unknown[] = [];
    server = await TestMailServer.start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username, password]);
        done(null, { user: username });
      },
    });
    await senderTo(server.url('?tls=unverified', 'me:se%3Acret@')).send(MAIL);
    expect(logins).toEqual([['me', 'se:cret']]);
    expect(server.mails).toMatchObject([
      { from: SMTP_FROM, to: ['it@example.edu'], isEncrypted: true, user: 'me' },
    ]);
  });

  it('is not sent to a server whose certificate is not trusted', async () => {
    server = await TestMailServer.start();
    const url = server.url('');
    expect(await problemOf(senderTo(url))).toBe(
      'The mail server offers no TLS, or its certificate is not trusted.',
    );
    expect(server.mails).toEqual([]);
  });

  it('is not sent without encryption when the server offers none', async () => {
    server = await TestMailServer.start({ disabledCommands: ['STARTTLS'] });
    expect(await problemOf(senderTo(server.url()))).toBe(
      'The mail server offers no TLS, or its certificate is not trusted.',
    );
    await senderTo(server.url('?tls=off')).send(MAIL);
    expect(server.mails).toMatchObject([{ isEncrypted: false }]);
  });

  it('is not taken by a server that refuses the login', async () => {
    server = await TestMailServer.start({
      authOptional: false,
      onAuth: (_login, _session, done) => {
        done(new Error('no'));
      },
    });
    expect(await problemOf(senderTo(server.url('?tls=unverified', 'me:wrong@')))).toBe(
      'The mail server refused the login.',
    );
  });
});

describe('a server that says nothing', () => {
  const sockets: Socket[] = [];
  let silent: Server;

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await once(silent.close(), 'close');
  });

  it('is given up', async () => {
    server = await TestMailServer.start();
    silent = createServer((socket) => sockets.push(socket));
    const port = await listen(silent);
    jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
    let problem: string | undefined;
    void problemOf(senderTo(`smtp://127.0.0.1:${port}?tls=off`)).then((found) => (problem = found));
    await until('the message is given up', async () => {
      await jest.advanceTimersByTimeAsync(1000);
      return problem !== undefined;
    });
    expect(problem).toBe('The mail server did not answer in time.');
  });
});
