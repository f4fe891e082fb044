import { Administrators } from '../support/administrators.js';
import { refusalOf, rowsOf } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService } from '../support/service.js';

const MAPPING = {
  columns: { Family: 'lastName', Born: 'lastName', Kind: 'accountType' },
  values: { accountType: { stu: 'Student' } },
};
const KEPT = '/files/mappings';

let service: TestService;
let api: ApiClient;
let actor: string;

administratorForEachTest(
  (given) => {
    ({ service, api, actor } = given);
  },
  { firstName: 'Bo', lastName: 'Cruz' },
);

/** What distinguishes files with other columns. */
async function columnsHashOf(header: string): Promise<string> {
  const body = Buffer.from(`${JSON.stringify({ name: 'people.csv' })}\n${header}\n`);
  const answer = await api.send('POST', '/files/preview', body, {
    'Content-Type': 'application/octet-stream',
  });
  return String(answer.body.data['columnsHash']);
}

/** The same for every test that does not look at it. */
const COLUMNS_HASH = 'ab'.repeat(32);

function keep(
  sender: string,
  input: Record<string, unknown> = {},
  as: ApiClient = api,
): Promise<Answer<Body>> {
  const body = { columnsHash: COLUMNS_HASH, mapping: MAPPING, ...input };
  return as.put(`${KEPT}/${encodeURIComponent(sender)}`, body);
}

describe('a mapping that is kept for a sender', () => {
  it('is listed with who kept it, in the order of its columns', async () => {
    await keep("Registrar's office / Nord", { encoding: 'windows-1252', blankClears: true });
    await keep('Admissions');
    const rows = rowsOf(await api.get(KEPT));
    expect(rows).toMatchObject([
      { sender: 'Admissions', encoding: 'utf-8', blankClears: false },
      {
        sender: "Registrar's office / Nord",
        encoding: 'windows-1252',
        blankClears: true,
        changedByLabel: 'Bo Cruz',
      },
    ]);
    expect(JSON.stringify(rows[1]?.['mapping'])).toBe(JSON.stringify(MAPPING));
  });

  it('fits a file with the same columns in another order, and no file with others', async () => {
    const columnsHash = await columnsHashOf('Number,Family,Mail');
    await keep('Registrar', { columnsHash });
    const [{ columnsHash: kept } = {}] = rowsOf(await api.get(KEPT));
    expect(await columnsHashOf('Mail,number,Family')).toBe(kept);
    expect(await columnsHashOf('Mail,Number,Family,Kind')).not.toBe(kept);
  });

  it('is replaced under the same name, and its changes are in the audit log', async () => {
    await keep('Registrar');
    await keep('Registrar');
    await keep('Registrar', { mapping: {} });
    expect(rowsOf(await api.get(KEPT))).toMatchObject([{ sender: 'Registrar', mapping: {} }]);
    expect(await auditPage(api, '&action=file-mapping.kept')).toMatchObject([
      { actor, target: 'file-mapping:Registrar', before: { mapping: MAPPING }, after: { mapping: {} } },
      { actor, target: 'file-mapping:Registrar', before: null, after: { mapping: MAPPING } },
    ]);
  });

  it('is removed once', async () => {
    await keep('Registrar');
    expect((await api.send('DELETE', `${KEPT}/Registrar`)).body.data['sender']).toBe('Registrar');
    expect(rowsOf(await api.get(KEPT))).toEqual([]);
    expect(refusalOf(await api.send('DELETE', `${KEPT}/Registrar`)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    expect(await auditPage(api, '&action=file-mapping.removed')).toMatchObject([
      { actor, target: 'file-mapping:Registrar', before: { mapping: MAPPING }, after: null },
    ]);
  });

  it('is not seen, replaced or removed by another tenant', async () => {
    await keep('Registrar');
    const { api: other } = await new Administrators(service).open(await service.tenant());
    expect(rowsOf(await other.get(KEPT))).toEqual([]);
    expect((await other.send('DELETE', `${KEPT}/Registrar`)).status).toBe(404);
    await keep('Registrar', { mapping: {} }, other);
    expect(rowsOf(await api.get(KEPT))).toMatchObject([{ mapping: MAPPING }]);
  });

  it('is one of at most 100', async () => {
    for (let number = 0; number < 100; number += 1) await keep(`Sender ${number}`);
    expect(refusalOf(await keep('Sender 100'))).toEqual([
      409,
      'INVALID_TRANSITION',
      expect.stringContaining('The mappings of 100 senders are kept'),
    ]);
    expect((await keep('Sender 99', { mapping: {} })).status).toBe(200);
  });

  it.each<[string, string, Record<string, unknown>, string, RegExp]>([
    ['without a mapping', 'R', { mapping: null }, 'mapping', /required/],
    ['that is not valid', 'R', { mapping: { colums: {} } }, 'mapping', /unknown key colums/],
    [
      'that joins a side file',
      'R',
      { mapping: { lookup: { file: 'x.csv', key: 'a', on: 'b', take: ['c'] } } },
      'mapping',
      /only the feed command/,
    ],
    ['with an unknown encoding', 'R', { encoding: 'klingon' }, 'encoding', /klingon is not known/],
    ['for no columns of a preview', 'R', { columnsHash: 'x' }, 'columnsHash', /of a preview/],
    ['under a name that is too long', 'x'.repeat(101), {}, 'sender', /at most 100/],
    ['under a name that looks like another', 'Re\u200bgistrar', {}, 'sender', /sender/],
  ])('is refused %s, and the field is named', async (_, sender, input, field, message) => {
    const { status, body } = await keep(sender, input);
    const named = (body.error.details ?? []).find((one) => one.field === field);
    expect({ status, message: named?.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message) as unknown,
    });
  });
});
