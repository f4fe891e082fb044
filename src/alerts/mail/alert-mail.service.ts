import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { AlertMessage } from '../entities/alert-message.entity.js';
import { AlertOutbox, type DueAlert } from '../outbox/alert-outbox.service.js';
import { type MailProblem, mailProblemOf } from './mail-problem.js';
import { type Mail, MailSender } from './mail-sender.js';

/** Some mail servers take few connections at once, and each process has so many. */
const AT_ONCE = 1;

/** Sends the messages of incidents by mail. */
@Injectable()
export class AlertMail {
  constructor(
    background: Background,
    private readonly outbox: AlertOutbox,
    private readonly sender: MailSender,
  ) {
    const work = background.each('alert-mail', {
      run: async () => {
        if (!sender.isSet) return;
        await outbox.sendDue(
          'mail',
          AT_ONCE,
          async (message) => !work.isStopping && (await this.send(message)),
        );
      },
    });
  }

  /** @returns whether the mail server would take others */
  private async send(message: AlertMessage): Promise<boolean> {
    const problem = await this.outbox.attempt<MailProblem>(message, (alert) =>
      this.sender.send(this.mailOf(alert)).then(() => undefined, mailProblemOf),
    );
    return problem?.stops !== 'way';
  }

  private mailOf({ message: { incidentId, phase, recipient }, text: { subject, text } }: DueAlert): Mail {
    const idOf = (of: string): string => messageId([incidentId, of, recipient], this.sender.domain);
    return {
      to: recipient,
      subject,
      text,
      id: idOf(phase),
      ...(phase === 'ended' ? { follows: idOf('opened') } : {}),
    };
  }
}

function messageId(parts: readonly string[], domain: string): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  return `<alert.${digest}@${domain}>`;
}
