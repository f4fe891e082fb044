import { OutboxRepository } from '../../submissions/outbox/outbox.repository.js';
import { type Command, table } from '../command.js';

export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: 'events parked',
    does: 'Lists the events that failed too often to be tried again by themselves.',
    example: 'events parked',
    usage: 'events parked',
    options: {},
    async run(app) {
      const events = await app.get(OutboxRepository).parked();
      const json = events.map(
        ({ tenantId, eventId, submissionId, to, attempts, lastError, occurredAt, parkedAt }) => ({
          tenantId,
          eventId,
          submissionId,
          status: to,
          attempts,
          lastError,
          occurredAt: occurredAt.toISOString(),
          parkedAt: parkedAt?.toISOString() ?? null,
        }),
      );
      const rows = json.map((event) => [
        event.tenantId,
        event.submissionId,
        event.status,
        String(event.attempts),
        event.lastError ?? '',
        event.parkedAt ?? '',
      ]);
      return {
        json,
        text: table(['tenant', 'submission', 'status', 'attempts', 'last error', 'parked'], rows),
      };
    },
  },
  {
    name: 'events retry',
    does: 'Lets the service try all parked events again.',
    example: 'events retry',
    usage: 'events retry',
    options: {},
    async run(app) {
      const retried = await app.get(OutboxRepository).unpark(new Date());
      return {
        json: { retried },
        text: `${retried} parked events: the running service retries them within seconds.`,
      };
    },
  },
];
