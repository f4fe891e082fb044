// Drops each approved submission as a CSV file into a folder from which a student information system takes it.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connector, IntegrationApi } from '@integration-api/client';

import { addressAndCredential, logEvent } from '../settings.mjs';

const folder = process.env.DROP_FOLDER ?? 'drop';
const HEADER = ['submissionId', 'studentId', 'legacyNumber', 'formType', 'field', 'value'];

const line = (cells) => cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',');

await mkdir(folder, { recursive: true });
const running = connector({
  client: new IntegrationApi(addressAndCredential()),
  untilEmpty: process.argv.includes('--once'),
  onEvent: logEvent,
  async handle({ envelope: { id, data } }) {
    const { submissionId, student, formType, fields, unmappedFields } = data;
    const rows = Object.entries({ ...unmappedFields, ...fields }).map(([field, value]) =>
      line([submissionId, student.id, student.legacyNumber, formType, field, value]),
    );
    // Named after the content: a delivery that is repeated replaces its own file. No reader sees half of one.
    const file = join(folder, `${submissionId}.${id}.csv`);
    await writeFile(`${file}.part`, `${[line(HEADER), ...rows].join('\n')}\n`);
    await rename(`${file}.part`, file);
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void running.stop());
await running.done;
