import { causeOf, KIND_NAMES } from './kinds.js';

/** Of every kind, what an incident may be about, and the page of its cause. */
const PAGES: Readonly<Record<string, readonly [about: string, page: string]>> = {
  late_run: ['nightly-7', '/runs/nightly-7/show'],
  run_failures: ['sis:nightly-7', '/runs/sis%3Anightly-7/show'],
  complete_run_missing: ['nightly-7', '/runs/nightly-7/show'],
  people_deprovisioned: ['', '/runs'],
  people_held: ['', '/holds?filter={"status":"held"}'],
  conflicts: ['', '/conflicts?filter={"status":"open"}'],
  connector_silent: ['My SIS', '/connectors/My%20SIS/show'],
  deliveries_fail: ['SIS', '/queue?filter={"targetSystem":"SIS","failure":"delivery"}'],
  reader_silent: ['ik_1', '/readers'],
  key_expiring: ['ik_1', '/keys/ik_1/show'],
  certificate_expiring: ['', '/alerts?filter={"kind":"certificate_expiring"}'],
  commits_lost: ['', '/alerts?filter={"kind":"commits_lost"}'],
};

function pageOf(kind: string, about: string): string {
  const [path = '', query] = causeOf({ kind, about }).page.split('?');
  return query === undefined ? path : `${path}?filter=${new URLSearchParams(query).get('filter') ?? ''}`;
}

describe('the cause of an incident', () => {
  it.each(KIND_NAMES)('of the kind %s has a page', (kind) => {
    const [about = '', page] = PAGES[kind] ?? [];
    expect(pageOf(kind, about)).toBe(page);
  });

  it('that is not known yet is looked for among all of its kind', () => {
    expect(pageOf('late_run', '')).toBe('/runs');
    expect(pageOf('run_failures', '')).toBe('/runs?filter={"withFailures":"true"}');
    expect(pageOf('another', 'x')).toBe('/alerts');
  });

  it('of items without a target system has the name that pages give these', () => {
    expect(causeOf({ kind: 'connector_silent', about: '' })).toEqual({
      page: '/connectors/(none)/show',
      of: { name: '(none)' },
    });
  });

  it('is a key by its label, where it is about one', () => {
    for (const kind of ['key_expiring', 'reader_silent'])
      expect(causeOf({ kind, about: 'ik_1' }).of).toEqual({ actor: 'key:ik_1' });
  });
});
