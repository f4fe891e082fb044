import { DataSource } from 'typeorm';

import { DEFAULT_TEMPLATE } from '../../src/progress/templates/default-template.js';
import { DEFAULT_MAPPING, RECORD_FIELDS } from '../../src/submissions/mapping/record-fields.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, discrepanciesOf, itemOf, move } from '../factories/submissions.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

describe('mappings', () => {
  it('are set, listed, read and set back; each change is accounted for, and no other call', async () => {
    const desk = await Desk.open(service);
    const links = [{ formField: 'Degree sought', target: 'degree' }];
    const plain = { formType: 'degree change', links: DEFAULT_MAPPING, isDefault: true };
    const own = { formType: 'degree change', links, isDefault: false };
    const choices = { recordFields: RECORD_FIELDS, defaultLinks: DEFAULT_MAPPING };
    const at = 'mappings/degree%20change';

    expect((await desk.get(at)).data).toEqual(plain);
    expect((await desk.call('PUT', at, { links })).body.data).toEqual(own);
    expect((await desk.call('PUT', at, { links })).status).toBe(200);
    expect((await desk.get(at)).data).toEqual(own);
    expect(await desk.get('mappings?perPage=5')).toEqual({
      success: true,
      data: [own],
      meta: { total: 1, page: 1, perPage: 5, ...choices },
    });
    const bad = [...links, { formField: 'x', target: 'shoe' }];
    expect(outcomeOf(await desk.call('PUT', at, { links: bad }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'links[1]',
    ]);
    expect((await desk.call('DELETE', at)).body.data).toEqual(plain);
    expect((await desk.call('DELETE', at)).status).toBe(200);

    const [before, after] = [
      { links: DEFAULT_MAPPING, isDefault: true },
      { links, isDefault: false },
    ];
    const entry = ['mapping.changed', 'mapping:degree change', `admin:${desk.id}`];
    expect(await desk.account()).toEqual([
      [...entry, before, after],
      [...entry, after, before],
    ]);
  });
});

describe('templates', () => {
  const show = { code: 'art_show', name: 'Show', sequence: 20, required: true, dueAfterDays: null };
  const usual = DEFAULT_TEMPLATE.map((milestone) => ({ ...milestone, dueAfterDays: null }));
  const early = { code: 'sketch', name: 'Sketch', sequence: 10, required: false, dueAfterDays: null };

  it('are set for a program or for all, listed, and set back to the next one in line', async () => {
    const desk = await Desk.open(service);
    await aStudent(desk.tenant, { programId: 'mfa', schoolProgram: 'Fine Arts' });
    await aStudent(desk.tenant, { programId: 'mba', schoolProgram: 'Business' });
    const general = { programId: null, programName: null };
    const arts = { programId: 'mfa', programName: 'Fine Arts' };
    const put = async (at: string, milestones: unknown[]): Promise<unknown> =>
      (await desk.call('PUT', `templates/${at}`, { milestones })).body.data;

    expect(await desk.column('programs', 'programId')).toEqual([['mba', 'mfa'], 2]);
    expect(await desk.rows('programs?q=ART')).toEqual([{ programId: 'mfa', name: 'Fine Arts' }]);
    expect(await desk.rows('templates')).toEqual([{ ...general, milestones: usual, isDefault: true }]);
    expect(await put('_all', [show])).toEqual({ ...general, milestones: [show], isDefault: false });
    expect((await desk.get('templates/mfa')).data).toEqual({ ...arts, milestones: [show], isDefault: true });
    expect(await put('mfa', [show, early])).toEqual({ ...arts, milestones: [early, show], isDefault: false });
    expect(await desk.rows('templates')).toEqual([
      { ...general, milestones: [show], isDefault: false },
      { ...arts, milestones: [early, show], isDefault: false },
    ]);
    expect((await desk.call('DELETE', 'templates/_all')).body.data).toMatchObject({ isDefault: true });
    expect((await desk.get('templates/mfa')).data).toMatchObject({ isDefault: false });
  });

  it('are accounted for when they change, and not when the call was refused or changed nothing', async () => {
    const desk = await Desk.open(service);
    await aStudent(desk.tenant, { programId: 'mfa' });
    const put = async (at: string, milestones: unknown[]): Promise<number> =>
      (await desk.call('PUT', `templates/${at}`, { milestones })).status;

    const tries = [await put('mfa', [show]), await put('mfa', [show]), await put('mfa', [show, show])];
    expect([...tries, await put('nowhere', [show])]).toEqual([200, 200, 400, 404]);
    await desk.call('DELETE', 'templates/_all');

    expect(await desk.account()).toEqual([
      ['template.changed', 'template:mfa', `admin:${desk.id}`, { milestones: [] }, { milestones: [show] }],
    ]);
  });
});

describe("another tenant's administrator", () => {
  it('finds none of it and changes none of it', async () => {
    const [desk, otherDesk] = [await Desk.open(service), await Desk.open(service)];
    const studentId = await aStudent(desk.tenant, { programId: 'mfa', degree: 'EdD', externalId: 'X-1' });
    const fields = { degree: 'PhD' };
    await aSubmission(desk.tenant, { submissionId: 'x', studentId, fields, status: 'approved' });
    const [discrepancy] = await discrepanciesOf(desk.tenant, 'x');
    const paths = ['progress/X-1', 'queue/x', 'queue/x/history', 'queue/x/payload', 'templates/mfa'];
    for (const path of [...paths, `discrepancies/${discrepancy?.id ?? ''}`]) {
      expect({ path, status: (await otherDesk.call('GET', path)).status }).toEqual({ path, status: 404 });
      expect({ path, status: (await desk.call('GET', path)).status }).toEqual({ path, status: 200 });
    }
    expect((await otherDesk.call('PUT', 'templates/mfa', { milestones: [] })).status).toBe(404);
    for (const list of ['progress', 'queue', 'queue?q=x', 'discrepancies', 'programs', 'mappings'])
      expect({ list, total: (await otherDesk.get(list)).meta['total'] }).toEqual({ list, total: 0 });
    expect((await itemOf(desk.tenant, 'x')).syncStatus).toBe('failed');
    expect(await desk.account()).toEqual([]);
  });
});

describe('a change', () => {
  it('that cannot be accounted for is not made', async () => {
    const desk = await Desk.open(service);
    await aSubmission(desk.tenant, { submissionId: 's' });
    await move(desk.tenant, 's', 'submitted');
    const before = await itemOf(desk.tenant, 's');
    const links = [{ formField: 'x', target: 'degree' }];
    const database = service.app.get(DataSource);
    const trigger = `refuse_${desk.tenant.tenantId}`;
    await database.query(`CREATE TRIGGER \`${trigger}\` BEFORE INSERT ON \`audit_events\` FOR EACH ROW
      IF NEW.tenantId = '${desk.tenant.tenantId}' THEN SIGNAL SQLSTATE '45000'; END IF`);
    try {
      const replay = await desk.call('POST', 'queue/replay', { submissionIds: ['s'] });
      expect(replay.body.data).toMatchObject([{ ok: false, code: 'INTERNAL_ERROR' }]);
      expect((await desk.call('PUT', 'mappings/y', { links })).status).toBe(500);
    } finally {
      await database.query(`DROP TRIGGER \`${trigger}\``);
    }
    expect(await itemOf(desk.tenant, 's')).toEqual(before);
    expect((await desk.get('mappings/y')).data['isDefault']).toBe(true);
  });
});
