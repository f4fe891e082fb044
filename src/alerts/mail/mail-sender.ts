import { Inject, Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import type { MailServer } from '../../config/mail-server.js';
import { MailProblem, mailProblemOf } from './mail-problem.js';

/** Each step of a delivery, and all of them together. A mail server that is slower is tried again later. */
const STEP_MS = 10_000;
const DELIVERY_MS = 60_000;

/** A message to one recipient, as text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for each attempt, so that a mail system can notice a message that it was given twice. */
  readonly id?: string;
  /** The message that this one follows. */
  readonly follows?: string;
}

type Done = (error?: Error | null) => void;

function optionsOf({ host, port, isTlsFromStart, tls }: MailServer): object {
  return {
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: tls !== 'off',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls !== 'unverified', minVersion: 'TLSv1.2' },
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  };
}

/** Speaks SMTP with the operator's mail server, over a connection for each message. */
@Injectable()
export class MailSender {
  private readonly server: MailServer | undefined;

  constructor(@Inject(CONFIG) { mailServer }: Config) {
    this.server = mailServer;
  }

  /** Whether the operator has set a mail server. */
  get isSet(): boolean {
    return this.server !== undefined;
  }

  /** The domain of the sender, for the ids of messages. */
  get domain(): string {
    return this.server?.from.split('@').at(-1) ?? 'localhost';
  }

  /**
   * Resolves when the mail server has taken the message.
   * @param withinMs takes no longer than this
   * @throws {MailProblem} when it has not, or has not said so
   */
  async send(mail: Mail, withinMs = DELIVERY_MS): Promise<void> {
    const { server } = this;
    if (server === undefined) throw new MailProblem('No mail server is set.', false, '');
    const message = await this.compose(server, mail);
    const connection = new SMTPConnection(optionsOf(server));
    let timer: NodeJS.Timeout | undefined;
    const failed = new Promise<never>((_, reject) => {
      // Errors of the socket that belong to no step; without a listener they would end the process.
      connection.on('error', reject);
      timer = setTimeout(() => {
        reject(new MailProblem('The mail server did not answer in time.', false, ''));
      }, withinMs);
    });
    try {
      await Promise.race([deliver(connection, server, mail.to, message), failed]);
      connection.quit();
    } catch (error) {
      connection.close();
      throw mailProblemOf(error);
    } finally {
      clearTimeout(timer);
      failed.catch(() => undefined);
    }
  }

  private compose({ from }: MailServer, { to, subject, text, id, follows }: Mail): Promise<Buffer> {
    const composer = new MailComposer({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(id === undefined ? {} : { messageId: id }),
      ...(follows === undefined ? {} : { inReplyTo: follows, references: follows }),
      // So that absence replies are not sent to it (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return composer.compile().build();
  }
}

/** One step: a call of the library that ends with a callback. */
function step(begin: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

async function deliver(
  connection: SMTPConnection,
  { login, from }: MailServer,
  to: string,
  message: Buffer,
): Promise<void> {
  await step((done) => {
    connection.connect(done);
  });
  if (login !== undefined)
    await step((done) => {
      connection.login({ credentials: { user: login.user, pass: login.password } }, done);
    });
  await step((done) => {
    connection.send({ from, to: [to] }, message, done);
  });
}
