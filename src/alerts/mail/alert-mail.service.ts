import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { AlertOutbox, type DueAlert } from '../outbox/alert-outbox.service.js';
import { type MailProblem, mailProblemOf } from './mail-problem.js';
import { type Mail, MailSender } from './mail-sender.js';

/** Sends the messages of incidents by mail. */
@Injectable()
export class AlertMail {
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly outbox: AlertOutbox,
    private readonly sender: MailSender,
  ) {
    this.work = background.each('alert-mail', {
      run: () => (sender.isSet ? this.sendDue() : Promise.resolve()),
    });
  }

  /** Stops at the first message that the mail server could not take, as it would not take others. */
  private async sendDue(): Promise<void> {
    for (const message of await this.outbox.due('mail')) {
      if (this.work.isStopping) return;
      const problem = await this.outbox.attempt<MailProblem>(message, (alert) =>
        this.sender.send(this.mailOf(alert)).then(() => undefined, mailProblemOf),
      );
      if (problem !== undefined && !problem.isFinal) return;
    }
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
