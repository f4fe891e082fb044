import { RebuildService } from '../../src/progress/rebuild/rebuild.service.js';
import { aKey, statusWith } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { type Administrators, newEmail } from '../support/administrators.js';
import { problemsOf, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { inMs, letPass } from '../support/clock.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService, TestTenant } from '../support/service.js';
import { recordOf } from '../support/progress-reader.js';
import { command } from '../support/terminal.js';

const DAY = 86_400_000;

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

administratorForEachTest((given) => {
  ({ service, admins, tenant, api, actor } = given);
});

describe('the settings', () => {
  const DEFAULTS = {
    tenantName: 'Test University',
    emailDomain: 'test.example.edu',
    timeZone: 'UTC',
    language: 'en',
    requiredCommitteeRoles: ['chair'],
    rateLimit: null,
    nightlyRunHours: 26,
    completeRunMinimum: 50,
    pacing: { behindAfterDays: 30, dueSoonDays: 14, aheadDays: 30, revisionLoopVersions: 3 },
    demandSecondFactor: false,
    deprovisioningGuard: { mode: 'observe', perRun: null, perDay: null },
    deprovisioningPauses: [],
    terms: [],
    syncTargets: [],
    syncMaxAttempts: 10,
    scimDeleteKeepsShared: false,
    awaitSourceDays: 0,
    possibleReassignment: 'warn',
    adoptByEmail: 'always',
    legalHold: false,
    retention: {
      requestLogDays: 90,
      inactivePeopleDays: null,
      historyDays: null,
      eventDays: 30,
      auditDays: 2557,
    },
  };

  it('are the defaults until they are changed; an omitted setting stays, null restores the default', async () => {
    expect((await api.get('/settings')).body.data).toEqual(DEFAULTS);
    const input = { emailDomain: 'New.example.edu', timeZone: 'Europe/Paris', nightlyRunHours: 50 };
    await api.patch('/settings', input);
    const roles = { requiredCommitteeRoles: ['member', 'chair'] };
    const change = { rateLimit: 7, ...roles, pacing: { aheadDays: 5 } };
    const second = await api.patch('/settings', { timeZone: null, ...change });
    const expected = {
      ...DEFAULTS,
      emailDomain: 'new.example.edu',
      nightlyRunHours: 50,
      rateLimit: 7,
      ...roles,
      pacing: { ...DEFAULTS.pacing, aheadDays: 5 },
    };
    expect(second.body.meta).toMatchObject({ rebuild: { total: 0 }, openHolds: 0 });
    expect(second.body.data).toEqual(expected);
    expect((await api.get('/settings')).body.data).toEqual(expected);
    const entries = await auditPage(api, '&action=settings.changed');
    const former = { rateLimit: null, requiredCommitteeRoles: ['chair'], pacing: { aheadDays: 30 } };
    expect(entries.map(({ before }) => before)).toEqual([
      { timeZone: 'Europe/Paris', ...former },
      { emailDomain: 'test.example.edu', timeZone: 'UTC', nightlyRunHours: 26 },
    ]);
    expect(entries.map(({ after }) => after)).toEqual([
      { timeZone: 'UTC', ...change },
      { emailDomain: 'new.example.edu', timeZone: 'Europe/Paris', nightlyRunHours: 50 },
    ]);
    await api.patch('/settings', { rateLimit: 7, pacing: { aheadDays: 5 } });
    expect(await auditPage(api, '&action=settings.changed')).toHaveLength(2);
  });

  it('have the targets of the sync queue as a whole list, and the most attempts', async () => {
    const syncTargets = [{ name: 'SIS' }, { name: 'CRM', formTypes: ['leave', 'degree_change'] }];
    const set = await api.patch('/settings', { syncTargets, syncMaxAttempts: 3 });
    expect(set.body.data).toEqual({ ...DEFAULTS, syncTargets, syncMaxAttempts: 3 });
    const fewer = await api.patch('/settings', { syncTargets: [{ name: 'LMS' }] });
    expect(fewer.body.data).toEqual({ ...DEFAULTS, syncTargets: [{ name: 'LMS' }], syncMaxAttempts: 3 });
    const cleared = await api.patch('/settings', { syncTargets: null, syncMaxAttempts: null });
    expect(cleared.body.data).toEqual(DEFAULTS);
  });

  it('have the terms of files as a whole list', async () => {
    const terms = [
      { name: 'Fall', month: 9 },
      { name: 'YYYY10', month: 9, yearOffset: -1 },
    ];
    expect((await api.patch('/settings', { terms })).body.data).toEqual({ ...DEFAULTS, terms });
    expect((await api.patch('/settings', { terms: null })).body.data).toEqual(DEFAULTS);
  });

  it('are not changed by a value that breaks a rule', async () => {
    for (const [input, field] of [
      [{ emailDomain: null }, 'emailDomain'],
      [{ emailDomain: 'nowhere' }, 'emailDomain'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: 5 }, 'timeZone'],
      [{ requiredCommitteeRoles: ['dean'] }, 'requiredCommitteeRoles'],
      [{ rateLimit: 0 }, 'rateLimit'],
      [{ nightlyRunHours: 0 }, 'nightlyRunHours'],
      [{ completeRunMinimum: 101 }, 'completeRunMinimum'],
      [{ pacing: { aheadDays: 0 } }, 'pacing.aheadDays'],
      [{ tenantName: 'Other' }, 'tenantName'],
      [{ deprovisioningGuard: { mode: 'stop' } }, 'deprovisioningGuard.mode'],
      [{ deprovisioningGuard: { perRun: { count: -1 } } }, 'deprovisioningGuard.perRun.count'],
      [{ deprovisioningGuard: { perDay: { percent: 101 } } }, 'deprovisioningGuard.perDay.percent'],
      [{ deprovisioningGuard: { perDay: 5 } }, 'deprovisioningGuard.perDay'],
      [{ deprovisioningPauses: [{ from: '2026-12-20' }] }, 'deprovisioningPauses[0].until'],
      [{ deprovisioningPauses: [{ from: '2026-12-20', until: '2026-12-19' }] }, 'deprovisioningPauses[0]'],
      [{ syncTargets: 'SIS' }, 'syncTargets'],
      [{ syncTargets: [{ name: ' ' }] }, 'syncTargets[0].name'],
      [{ syncTargets: [{ name: 'SIS' }, { name: 'SIS' }] }, 'syncTargets'],
      [{ syncTargets: [{ name: 'SIS', formTypes: 'leave' }] }, 'syncTargets[0].formTypes'],
      [{ syncTargets: Array.from({ length: 21 }, (_, n) => ({ name: `T-${n}` })) }, 'syncTargets'],
      [{ terms: [{ name: '10', month: 9 }] }, 'terms[0].name'],
      [{ terms: [{ name: 'Fall', month: null }] }, 'terms[0].month'],
      [{ terms: [{ name: 'Fall', month: 9, yearOffset: 2 }] }, 'terms[0].yearOffset'],
      [
        {
          terms: [
            { name: 'Fall', month: 9 },
            { name: 'Fall', month: 8 },
          ],
        },
        'terms',
      ],
      [{ syncMaxAttempts: 0 }, 'syncMaxAttempts'],
      [{ syncMaxAttempts: 101 }, 'syncMaxAttempts'],
    ] as const) {
      expect(problemsOf(await api.patch('/settings', input))).toEqual([400, field]);
      expect((await api.get('/settings')).body.data).toEqual(DEFAULTS);
    }
  });

  it('make the progress records follow, and count those that changed', async () => {
    const id = await aStudent(tenant);
    const milestone = { status: 'not_started', dueOn: inMs(20 * DAY).slice(0, 10) };
    await tenant.workflow.put(`/students/${id}/milestones/candidacy`, milestone);
    const pacing = async (): Promise<unknown> => (await recordOf(tenant, id))?.pacing.status;
    expect(await pacing()).toBe('on_track');
    await api.patch('/settings', { pacing: { dueSoonDays: 21 } });
    const rebuilds = service.app.get(RebuildService);
    expect(await rebuilds.finish(await service.scope(tenant))).toMatchObject({ total: 1, changed: 1 });
    expect(await pacing()).toBe('at_risk');
  });

  it('limit the requests of all keys together, beside the limits of their own', async () => {
    const own = await aKey(api, { rateLimit: 1000 });
    await api.patch('/settings', { rateLimit: 2 });
    letPass(5000);
    const answers = [await tenant.sis.get(''), await tenant.sis.get(''), await tenant.sis.get('')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('RateLimit-Limit')).toBe('2');
    expect(await statusWith(service, own)).toBe(429);
    await api.patch('/settings', { rateLimit: null });
    letPass(5000);
    expect(await statusWith(service, own)).toBe(200);
    expect((await tenant.sis.get('')).headers.get('RateLimit-Limit')).toBeNull();
  });

  it('have the same rules in a terminal', async () => {
    const words = `tenant settings ${tenant.tenantId}`;
    const set = { 'rate-limit': '60', 'ahead-days': '9', 'required-roles': 'member, chair' };
    expect(await command(service, words, { ...set, domain: 'Two.example.edu' })).toMatchObject({
      emailDomain: 'two.example.edu',
      rateLimit: 60,
      requiredCommitteeRoles: ['member', 'chair'],
      pacing: { ...DEFAULTS.pacing, aheadDays: 9 },
    });
    expect(await command(service, words, { 'rate-limit': 'none' })).toMatchObject({ rateLimit: null });
    for (const word of ['on', 'off']) {
      const shown = await command(service, words, { 'scim-delete-keeps-shared': word });
      expect(shown).toMatchObject({ scimDeleteKeepsShared: word === 'on' });
    }
    const guard = { 'guard-mode': 'hold', 'guard-run-count': '50', 'guard-run-percent': '5' };
    await command(service, words, guard);
    const changed = { 'guard-run-count': 'none', 'guard-day-count': '0' };
    const perRun = { count: null, percent: 5 };
    const perDay = { count: 0, percent: null };
    expect(await command(service, words, changed)).toMatchObject({
      deprovisioningGuard: { mode: 'hold', perRun, perDay },
    });
    for (const [option, value, message] of [
      ['ahead-days', '0', '--ahead-days must be a whole number from 1 to 9999.'],
      ['ahead-days', 'x', '--ahead-days must be a whole number from 1 to 9999.'],
      ['guard-mode', 'stop', '--guard-mode must be one of observe, hold.'],
      ['guard-day-percent', '101', '--guard-day-percent must be a whole number from 0 to 100.'],
      ['scim-delete-keeps-shared', 'yes', '--scim-delete-keeps-shared must be true or false.'],
      ['time-zone', 'Mars', '--time-zone must be an IANA name, such as Europe/Paris.'],
      ['required-roles', 'dean', expect.stringMatching(/^--required-roles .*chair/) as unknown],
    ] as const)
      await expect(command(service, words, { [option]: value })).rejects.toMatchObject({ message });
  });
});

describe('administrators', () => {
  it('are listed with what lets them in, and those of other tenants are not', async () => {
    await admins.open(await service.tenant());
    await tenant.sis.post('/users', person());
    const staff = { accountType: 'Staff', role: 'application_admin', accountStatus: 'inactive' };
    const gone = person({ ...staff, lastName: 'Aarons', email: newEmail() });
    await tenant.sis.post('/users', gone);
    const { body } = await api.get('/administrators');
    expect(body.meta).toEqual({ total: 2, page: 1, perPage: 25 });
    const common = { firstName: 'Ann', role: 'administrator', hasSecondFactor: false };
    expect(body.data).toEqual([
      {
        ...common,
        userId: expect.any(String) as unknown,
        email: gone['email'],
        lastName: 'Aarons',
        accountStatus: 'inactive',
        hasPassword: false,
        lastSeenAt: null,
        invitedUntil: null,
      },
      {
        ...common,
        userId: actor.replace('admin:', ''),
        email: expect.any(String) as unknown,
        lastName: 'Lee',
        accountStatus: 'active',
        hasPassword: true,
        lastSeenAt: expect.stringMatching(/Z$/) as unknown,
        invitedUntil: null,
      },
    ]);
    const sorted = rowsOf(await api.get('/administrators?sort=lastName&order=DESC&perPage=1'));
    expect(sorted.map(({ lastName }) => lastName)).toEqual(['Lee']);
  });

  it('invite others by a link that is shown once, is pending until it is used or too old, and works', async () => {
    const email = newEmail();
    const nora = { email, firstName: 'Nora', lastName: 'New' };
    const invite = await api.post('/invitations', nora);
    const { userId, link, expiresAt } = invite.body.data as Record<string, string>;
    expect(invite.status).toBe(201);
    expect(Object.keys(invite.body.data)).toEqual(['userId', 'email', 'link', 'expiresAt']);
    const token = link?.split('token=')[1] ?? '';
    const pending = await api.get('/invitations');
    expect(rowsOf(pending)).toEqual([
      {
        userId,
        ...nora,
        role: 'administrator',
        expiresAt,
        invitedBy: actor,
        invitedByLabel: 'Ann Lee',
        createdAt: expect.any(String) as unknown,
      },
    ]);
    expect(JSON.stringify(pending.body) + JSON.stringify(await auditPage(api))).not.toContain(token);
    expect(rowsOf(await (await admins.open(await service.tenant())).api.get('/invitations'))).toEqual([]);
    expect((await admins.accept(token)).status).toBe(200);
    expect((await api.get('/invitations')).body.meta['total']).toBe(0);
    const [entry] = await auditPage(api, `&target=user:${userId ?? ''}&action=admin.invited`);
    expect(entry).toMatchObject({ actor, actorLabel: 'Ann Lee', after: { email, expiresAt } });
    expect((await api.post('/invitations', { email: newEmail() })).body.error.code).toBe('USER_NOT_FOUND');
  });
});
