import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import { newCertificate } from './certificates.js';

/** A message that the server took. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  readonly isEncrypted: boolean;
  readonly user: unknown;
  /** Headers and text, as sent. */
  readonly source: string;
}

/** A real mail server on the loopback interface, with STARTTLS and a certificate that it signed itself. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** Recipients that are refused, with the code of the answer. */
  readonly refused = new Map<string, number>();
  private server: SMTPServer | undefined;
  private port = 0;

  private constructor(
    private readonly options: SMTPServerOptions,
    readonly certificateFile: string,
    private readonly folder: string,
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
    const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
    const { key, cert, certificateFile } = newCertificate(folder, 2);
    const server = new TestMailServer({ authOptional: true, key, cert, ...options }, certificateFile, folder);
    await server.comeBack();
    return server;
  }

  /** The value of SMTP_URL. */
  url(query = '?tls=unverified', login = ''): string {
    return `smtp://${login}127.0.0.1:${this.port}${query}`;
  }

  /** Listens again on the same port. */
  async comeBack(): Promise<void> {
    const server = new SMTPServer({
      // It would ask a name server before it greets.
      disableReverseLookup: true,
      ...this.options,
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refused.get(address);
        if (code === undefined) done();
        else done(Object.assign(new Error(`<${address}> is not known here`), { responseCode: code }));
      },
      onData: (stream, { envelope, secure, user }, done) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        text(stream).then((source) => {
          this.mails.push({ from, to, isEncrypted: secure, user, source });
          done();
        }, done);
      },
    });
    // A client that is killed, or that distrusts the certificate, closes the connection.
    server.on('error', () => undefined);
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async goAway(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.server === undefined) resolve();
      else
        this.server.close(() => {
          resolve();
        });
    });
    this.server = undefined;
  }

  async stop(): Promise<void> {
    await this.goAway();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The subject of a message, decoded where it is encoded as words. */
export function subjectOf({ source }: ReceivedMail): string {
  return /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source)?.[1]?.replace(/\r?\n[ \t]/g, ' ') ?? '';
}

/** The text of a message, decoded from quoted-printable. */
export function bodyOf({ source }: ReceivedMail): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4);
  return body
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
}
