// Puts each approved submission to the REST API of a student information system (sis.mjs pretends to be one).
import { connector, IntegrationApi, PermanentError } from '@integration-api/client';

import { addressAndCredential, logEvent } from '../settings.mjs';

const sis = process.env.SIS_URL ?? 'http://127.0.0.1:4000';

const running = connector({
  client: new IntegrationApi(addressAndCredential()),
  untilEmpty: process.argv.includes('--once'),
  onEvent: logEvent,
  async handle({ envelope: { id, data } }, { signal }) {
    const { student, formType, fields, decidedAt } = data;
    // The address names the content, so that a change that is put twice is one change.
    const response = await fetch(`${sis}/changes/${encodeURIComponent(id)}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ student: student.legacyNumber ?? student.id, formType, fields, decidedAt }),
      signal,
    });
    if (response.ok) return;
    const reason = `The SIS answered ${response.status}: ${(await response.text()).slice(0, 500)}`;
    // It would refuse the same content again; whatever else is wrong may be over at a later attempt.
    if (response.status === 422) throw new PermanentError(reason);
    throw new Error(reason);
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void running.stop());
await running.done;
