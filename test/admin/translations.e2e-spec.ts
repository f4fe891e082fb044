import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import type { Answer } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const RUN = 'nightly-1122';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let browser: Pick<Browser, 'api'>;

beforeEach(async () => {
  tenant = await service.tenant();
  browser = await new Administrators(service).open(tenant);
});

interface Translated {
  readonly translations: { readonly es?: string };
}

interface TranslatedError extends Translated {
  readonly details?: readonly (Translated & { readonly field: string; readonly message: string })[];
}

function errorOf({ body }: Answer<object>): TranslatedError {
  return (body as { error: TranslatedError }).error;
}

describe('a row that was refused', () => {
  it('has its reason in Spanish for the pages, with the values of the English one', async () => {
    await inRun(service, tenant, RUN).bulk('/users/bulk', [
      person({ externalId: 'S-BAD-2', accountType: 'Studnet' }),
      person({ externalId: 'S-BAD-3', email: 'no address', yearOfEntry: 'soon' }),
      { ...person({ externalId: 'S-BAD-5' }), emaill: 'x' },
      '{"externalId": "S-BAD-4"',
    ]);
    const rows = rowsOf(await browser.api.get(`/runs/${RUN}/failures`)) as unknown as Translated[];
    expect(rows.map(({ translations }) => translations.es)).toEqual([
      'Fila 1, S-BAD-2: accountType «Studnet» debe ser Student, Faculty o Staff',
      'Fila 2, S-BAD-3: email debe ser una dirección de correo, como ann.lee@example.edu; ' +
        'yearOfEntry debe ser un número entero de 1000 a 9999',
      'Fila 3, S-BAD-5: emaill no es un campo conocido; ¿quería decir email?',
      'Fila 4: La fila no es JSON válido',
    ]);
    const { body } = await browser.api.get(`/runs/${RUN}`);
    const causes = body.data['causes'] as (Translated & { cause: string })[];
    expect(causes.find(({ cause }) => cause.startsWith('email '))?.translations.es).toBe(
      'email debe ser una dirección de correo, como ann.lee@example.edu',
    );
  });

  it('shares its cause with others, which has the externalId of none of them in any language', async () => {
    const wrong = ['951000777', '951000778'].map((externalId) => person({ externalId }));
    await inRun(service, tenant, RUN).bulk('/users/bulk', wrong);
    const cause = {
      cause: 'externalId has the form of an ID for Faculty and Staff, and accountType is Student',
      translations: { es: 'externalId tiene la forma de un ID de Faculty y Staff, y accountType es Student' },
      rows: 2,
    };
    const causes = async (): Promise<unknown> => (await browser.api.get(`/runs/${RUN}`)).body.data['causes'];
    expect(await causes()).toMatchObject([cause]);
    // As a former version stored it.
    const rule = '{externalId} has the form of an ID for Faculty and Staff, and accountType is {accountType}';
    const values = { externalId: '951000777', accountType: 'Student' };
    const stored = { text: '{field} {rule}', values: { field: 'externalId', rule: { text: rule, values } } };
    await service.query(
      `UPDATE \`failed_rows\` SET \`sentences\` = JSON_SET(\`sentences\`, '$.cause', JSON_EXTRACT(?, '$'))
        WHERE \`tenantId\` = ?`,
      [JSON.stringify(stored), tenant.tenantId],
    );
    expect(await causes()).toMatchObject([cause]);
  });

  it('of a version that did not keep the values has none', async () => {
    await inRun(service, tenant, RUN).bulk('/users/bulk', [person({ email: 'x' })]);
    await browser.api.get(`/runs/${RUN}/failures`);
    await service.query('UPDATE `failed_rows` SET `sentences` = NULL WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    const rows = rowsOf(await browser.api.get(`/runs/${RUN}/failures`)) as unknown as Translated[];
    const { body } = await browser.api.get(`/runs/${RUN}`);
    const causes = body.data['causes'] as Translated[];
    expect([...rows, ...causes].map(({ translations }) => translations)).toEqual([{}, {}]);
  });

  it('has English alone for callers of the API', async () => {
    await inRun(service, tenant, RUN).bulk('/users/bulk', [person({ email: 'x' })]);
    const [row] = rowsOf(await tenant.sis.get(`/runs/${RUN}/failures`));
    expect(Object.keys(row ?? {})).not.toContain('translations');
  });
});

describe('a refusal', () => {
  it('of a call of the pages says in Spanish what is wrong, and with each field', async () => {
    const answer = await browser.api.post('/keys', { label: '', scopes: ['users', 'usrs'], rateLimit: 0 });
    const { translations, details = [] } = errorOf(answer);
    expect(answer.status).toBe(400);
    expect(translations.es).toMatch(/^3 campos no son válidos; el primero: label .+\.$/);
    const byField = Object.fromEntries(details.map((one) => [one.field, one.translations.es]));
    expect(byField).toMatchObject({
      label: 'no puede estar en blanco',
      scopes: expect.stringMatching(
        /^tiene un elemento incorrecto: el elemento 2 debe ser uno de /,
      ) as string,
    });
  });

  it('of a call of the pages about something that is not there is in Spanish', async () => {
    const answer = await browser.api.get('/keys/ik_00000000000000000000000000');
    expect(errorOf(answer).translations.es).toBe('Esta universidad no tiene esa clave de la API.');
  });

  it('of a call of the API has English alone', async () => {
    const { body } = await tenant.sis.post('/users', person({ email: 'x' }));
    expect(JSON.stringify(body)).not.toContain('translations');
  });
});
