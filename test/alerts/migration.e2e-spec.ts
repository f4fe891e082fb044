import { DataSource } from 'typeorm';

import { causeOf } from '../../src/alerts/kinds/kinds.js';
import { AlertSnoozes1796000700000 } from '../../src/database/migrations/1796000700000-alert-snoozes.js';
import { OwnDatabase } from '../support/own-database.js';
import { TestService } from '../support/service.js';

/** A separate database, whose schema is that of the version before for a moment. */
const own = new OwnDatabase('alert_causes');

let service: TestService;

beforeAll(async () => {
  await own.drop();
  service = await TestService.start({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await service.stop();
  await own.drop();
});

/** Of some kinds, the subject of an incident that has ended, and the page of its cause. */
const ENDED: readonly (readonly [kind: string, subject: string, page: string])[] = [
  ['connector_silent', 'SIS', '/connectors/SIS/show'],
  ['connector_silent', '', '/connectors/(none)/show'],
  ['key_expiring', 'ik_1', '/keys/ik_1/show'],
  ['reader_silent', 'ik_1', '/readers'],
  ['run_failures', 'key:ik_1', '/runs?filter=%7B%22withFailures%22%3A%22true%22%7D'],
];

const idOf = (place: number): string => `al_${String(place).padStart(26, '0')}`;

it('incidents of the version before lead to their causes', async () => {
  const { tenantId } = await service.tenant();
  const runner = service.app.get(DataSource).createQueryRunner();
  const migration = new AlertSnoozes1796000700000();
  await migration.down(runner);
  for (const [place, [kind, subject]] of ENDED.entries())
    await runner.query(
      `INSERT INTO \`alert_incidents\`
          (\`tenantId\`, \`id\`, \`kind\`, \`subject\`, \`facts\`, \`openedAt\`, \`endedAt\`)
        VALUES (?, ?, ?, ?, 'Facts.', NOW(3), NOW(3))`,
      [tenantId, idOf(place), kind, subject],
    );
  await migration.up(runner);
  await runner.release();

  const rows = await service.query<{ kind: string; about: string }[]>(
    'SELECT `kind`, `about` FROM `alert_incidents` WHERE `tenantId` = ? ORDER BY `id`',
    [tenantId],
  );
  expect(rows.map((row) => causeOf(row).page)).toEqual(ENDED.map(([, , page]) => page));
});
