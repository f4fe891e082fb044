import { person } from '../factories/person.js';
import type { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPass } from '../support/clock.js';
import { DropSite } from '../support/drop-site.js';
import { administratorForEachTest } from '../support/each-test.js';
import { folderForEachTest } from '../support/folders.js';
import type { TestService, TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;
const folder = folderForEachTest('drops');

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;

administratorForEachTest((given) => {
  ({ service, admins, tenant, api } = given);
});

const report = (name: string, body: object): ReturnType<ApiClient['put']> =>
  tenant.sis.put(`/drops/${name}`, body);
const folders = async (): Promise<Row[]> => rowsOf(await api.get('/drops'));

describe('the folders of dropped files', () => {
  it('are listed by name, with what was said last', async () => {
    await report('sftp1:b', { waiting: 3, refused: 0, atWork: 'students.csv' });
    await report('sftp1:a', { waiting: 0, refused: 1 });
    const answer = await report('sftp1:b', { waiting: 2, refused: 1, atWork: null });
    const seenAt = expect.any(String) as string;
    const b = { folder: 'sftp1:b', waiting: 2, refused: 1, atWork: null, seenAt };
    expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data: b });
    expect(await folders()).toEqual([{ folder: 'sftp1:a', waiting: 0, refused: 1, atWork: null, seenAt }, b]);
  });

  it('are those of one tenant', async () => {
    await report('sftp1:a', { waiting: 0, refused: 1 });
    const another = await admins.open(await service.tenant());
    expect(rowsOf(await another.api.get('/drops'))).toEqual([]);
  });

  it('are said by the command that takes the files', async () => {
    const site = new DropSite(folder.path, service.baseUrl, tenant);
    await site.put('a.csv', [person()]);
    await site.put('b.csv', '%PDF-1.7');
    await site.put('c.part', '');
    await site.run();
    expect(await folders()).toEqual([expect.objectContaining({ waiting: 0, refused: 1, atWork: null })]);
  });

  it('are forgotten after 90 days of silence, when another one is new', async () => {
    await report('sftp1:old', { waiting: 0, refused: 0 });
    letPass(91 * DAY_MS);
    ({ api } = await admins.open(tenant));
    await report('sftp1:new', { waiting: 0, refused: 0 });
    expect((await folders()).map((one) => one['folder'])).toEqual(['sftp1:new']);
  });

  it.each([
    ['waiting', { refused: 0 }],
    ['waiting', { waiting: -1, refused: 0 }],
    ['refused', { waiting: 0, refused: 1.5 }],
    ['atWork', { waiting: 0, refused: 0, atWork: 7 }],
    ['files', { waiting: 0, refused: 0, files: [] }],
  ])('are refused with a wrong %s: %j', async (field, body) => {
    expect(problemsOf(await report('sftp1:a', body))).toEqual([400, field]);
  });

  it('are refused under a name that no folder has', async () => {
    expect(problemsOf(await report('a%20b', { waiting: 0, refused: 0 }))).toEqual([400, 'folder']);
  });
});
