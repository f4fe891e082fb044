import { OutboxRepository } from '../../submissions/outbox/outbox.repository.js';
import { type Action, table } from '../command.js';

export const listDeadLettered: Action = async (app) => {
  const events = await app.get(OutboxRepository).deadLettered();
  const json = events.map(
    ({ tenantId, eventId, submissionId, to, attempts, lastError, occurredAt, deadLetteredAt }) => ({
      tenantId,
      eventId,
      submissionId,
      status: to,
      attempts,
      lastError,
      occurredAt: occurredAt.toISOString(),
      deadLetteredAt: deadLetteredAt?.toISOString() ?? null,
    }),
  );
  const rows = json.map((event) => [
    event.tenantId,
    event.submissionId,
    event.status,
    String(event.attempts),
    event.lastError ?? '',
    event.deadLetteredAt ?? '',
  ]);
  return {
    json,
    text: table(['tenant', 'submission', 'status', 'attempts', 'last error', 'dead-lettered'], rows),
  };
};

export const retryDeadLettered: Action = async (app) => {
  const retried = await app.get(OutboxRepository).retryDeadLetters(new Date());
  return {
    json: { retried },
    text: `${retried} dead-lettered events: the running service retries them within seconds.`,
  };
};
