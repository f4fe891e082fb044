import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_TEMPLATE } from '../../src/progress/templates/default-template.js';
import { Pages } from './support/pages.js';

const ADMINISTRATOR = 'admin@demo.example.edu';
const SPANISH = join(import.meta.dirname, '../../pages/src/locales/es.json');

/** Each page with its heading in Spanish; it has the rows of the demo university. */
const PAGES: readonly (readonly [route: string, heading: string])[] = [
  ['/', 'Resumen'],
  ['/keys', 'Claves de la API de integración'],
  ['/connections', 'Proveedores de identidad'],
  ['/runs', 'Ejecuciones'],
  ['/decisions', 'Por decidir'],
  ['/trends', 'Tendencias'],
  ['/trends/pacing', 'Tendencias'],
  ['/trends/queue', 'Tendencias'],
  ['/trends/keys', 'Tendencias'],
  ['/holds', 'Bajas retenidas'],
  ['/conflicts', 'Conflictos'],
  ['/alerts', 'Alertas'],
  ['/alert-settings', 'A quién se avisa'],
  ['/users', 'Usuarios'],
  ['/users/950000006/show', 'Szőlősi'],
  ['/users/950000010/show/progress', 'Соловейко'],
  ['/users/950000006/show/history', 'Szőlősi'],
  ['/users/951000006/show/committees', 'Beauvallon'],
  ['/files', 'Archivos'],
  ['/progress', 'Progreso'],
  ['/progress-timeline', 'Progreso'],
  ['/progress/950000010/show', 'Соловейко'],
  ['/connectors', 'Conectores'],
  ['/connectors/SIS/show', 'SIS'],
  ['/queue', 'Cola de sincronización'],
  ['/queue/deg-2405/show', 'deg-2405'],
  ['/submissions', 'Discrepancias por solicitud'],
  ['/submissions/deg-2405/show', 'deg-2405'],
  ['/discrepancy-groups', 'Discrepancias en grupos'],
  ['/discrepancy-rules', 'Reglas sobre discrepancias'],
  ['/discrepancies', 'Discrepancias'],
  ['/administrators', 'Administradores'],
  ['/sign-on', 'Inicio de sesión único'],
  ['/settings', 'Configuración'],
  ['/mappings', 'Correspondencias'],
  ['/mappings/create', 'Añadir una correspondencia'],
  ['/mappings/name_change', 'name_change'],
  ['/milestones', 'Hitos'],
  ['/audit', 'Registro de auditoría'],
  ['/requests', 'Registro de peticiones'],
  ['/account', 'Su cuenta'],
];

/** What the user sees, and what a screen reader says, in pieces. */
const VISIBLE_TEXTS = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.getElementById('root'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement.checkVisibility()) found.push(textContent);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) found.push(one.getAttribute(name) ?? '');
  return found.map((text) => text.trim()).filter(Boolean);
})()`;

const pages = Pages.ofFile();

beforeAll(async () => {
  await pages.demo();
  await undoARun();
});

/** The demo university has undone none, and the audit log describes it by many fields. */
async function undoARun(): Promise<void> {
  const { api } = await pages.administrators.browser(ADMINISTRATOR);
  const { body } = await api.get('/runs');
  const [run] = body.data as unknown as readonly { readonly name: string }[];
  const name = run?.name ?? '';
  const { status } = await api.post(`/runs/${name}/undo`, { confirm: name });
  expect({ hasName: name !== '', status }).toEqual({ hasName: true, status: 200 });
}

function spanish(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(SPANISH, 'utf8')) as Record<string, string>;
}

/** What the service says or the university has named: the titles of alerts, parts of identifiers, the milestones. */
const NOT_OF_THE_PAGES: readonly string[] = [
  'The nightly run is late',
  'De-provisionings are held',
  'email',
  'degree',
  'status',
  ...DEFAULT_TEMPLATE.map(({ name }) => name),
];

/** The English sentences that read otherwise in Spanish. */
function englishSentences(): ReadonlySet<string> {
  const differing = Object.entries(spanish()).filter(([sentence, text]) => text !== sentence);
  const english = new Set(differing.map(([sentence]) => sentence));
  for (const sentence of NOT_OF_THE_PAGES) english.delete(sentence);
  return english;
}

describe('the pages in Spanish', () => {
  it('say nothing in English', async () => {
    const visit = await pages.visitAs(ADMINISTRATOR, { locale: 'es-MX' });
    const english = englishSentences();
    const found: unknown[] = [];
    for (const [route, heading] of PAGES) {
      await visit.open(route, heading);
      const texts = await visit.page.evaluate<string[]>(VISIBLE_TEXTS);
      expect({ route, isFilled: texts.length > 20 }).toEqual({ route, isFilled: true });
      // A key of react-admin is shown where it has no text.
      const isStrange = (text: string) => english.has(text) || text.includes('ra.navigation');
      found.push(...texts.filter(isStrange).map((text) => [route, text]));
    }
    expect(found).toEqual([]);
  });
});

describe('the language', () => {
  it('is that of the browser, also before the login', async () => {
    const visit = await pages.visit({ locale: 'es-ES' });
    await visit.open('/login', 'Iniciar sesión');
    expect(await visit.page.locator('html').getAttribute('lang')).toBe('es');
  });

  it('is English where the pages do not have that of the browser', async () => {
    const visit = await pages.visit({ locale: 'fi-FI' });
    await visit.open('/login', 'Log in');
    expect(await visit.page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('is chosen in the menu of the account, and kept through a reload and the next login', async () => {
    const visit = await pages.visitAs(ADMINISTRATOR);
    const { page } = visit;
    await visit.open('/users', 'Users');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await visit.settled('Usuarios');
    await page.reload();
    await visit.settled('Usuarios');
    await page.getByRole('button', { name: /^Cuenta de / }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await visit.settled('Iniciar sesión');
  });
});

describe('a reader', () => {
  it.each([
    ['en-GB', 'Request log', /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d$/],
    ['en-US', 'Request log', /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/],
    ['es-ES', 'Registro de peticiones', /^\d{1,2} [a-z]{3,4} \d{4}, \d{1,2}:\d\d$/],
  ])('of %s reads moments as they are written there', async (locale, heading, written) => {
    const visit = await pages.visitAs(ADMINISTRATOR, { locale });
    await visit.open('/requests', heading);
    const text = await visit.page.locator('td time').first().innerText();
    expect(text.replaceAll(/\s/g, ' ')).toMatch(written);
  });

  it.each([
    ['en-US', '12,000 per minute'],
    ['es-ES', '12.000 por minuto'],
    ['es-MX', '12,000 por minuto'],
  ])('of %s reads numbers as they are written there', async (locale, limit) => {
    const { api } = await pages.administrators.browser(ADMINISTRATOR);
    const { body } = await api.post('/keys', { label: 'Limited', scopes: ['users'], rateLimit: 12_000 });
    const visit = await pages.visitAs(ADMINISTRATOR, { locale });
    await visit.open(`/keys/${String(body.data['apiKey'])}/show`, 'Limited');
    await visit.page.getByText(limit).waitFor();
  });
});
