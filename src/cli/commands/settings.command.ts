import { isDomainName } from '../../http/fields/formats.js';
import { SweepService } from '../../progress/sweep/sweep.service.js';
import { type SettingsChange, TenancyService } from '../../tenancy/tenancy.service.js';
import type { PacingNumbers } from '../../tenancy/tenant-settings.js';
import { COMMITTEE_ROLES } from '../../users/faculty-profile.js';
import { type Command, textOf, UsageProblem, type Values } from '../command.js';

const PACING_OPTIONS: readonly (readonly [string, keyof PacingNumbers, number])[] = [
  ['behind-after-days', 'behindAfterDays', 0],
  ['due-soon-days', 'dueSoonDays', 0],
  ['ahead-days', 'aheadDays', 1],
  ['revision-loop-versions', 'revisionLoopVersions', 2],
];

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function rolesOf(text: string): string[] {
  const roles = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  const unknown = roles.find((role) => !(COMMITTEE_ROLES as readonly string[]).includes(role));
  if (unknown !== undefined)
    throw new UsageProblem(`--required-roles must be of ${COMMITTEE_ROLES.join(', ')}, separated by commas.`);
  return [...new Set(roles)];
}

function pacingOf(values: Values): Partial<PacingNumbers> {
  const given = PACING_OPTIONS.filter(([option]) => values[option] !== undefined);
  return Object.fromEntries(
    given.map(([option, name, min]) => {
      const text = textOf(values, option);
      if (!/^\d{1,4}$/.test(text) || Number(text) < min)
        throw new UsageProblem(`--${option} must be a whole number from ${min} to 9999.`);
      return [name, Number(text)];
    }),
  );
}

function changeOf(values: Values): SettingsChange {
  const emailDomain = values['domain'] === undefined ? undefined : textOf(values, 'domain').toLowerCase();
  if (emailDomain !== undefined && !isDomainName(emailDomain))
    throw new UsageProblem('--domain must be a domain name, such as northern.example.edu.');
  const timeZone = values['time-zone'] === undefined ? undefined : textOf(values, 'time-zone');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageProblem('--time-zone must be an IANA name, such as Europe/Paris.');
  return {
    ...(emailDomain === undefined ? {} : { emailDomain }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(typeof values['required-roles'] === 'string'
      ? { requiredCommitteeRoles: rolesOf(values['required-roles']) }
      : {}),
    pacing: pacingOf(values),
  };
}

export const SETTINGS_COMMAND: Command = {
  name: 'tenant settings',
  usage:
    'tenant settings <tenantId> [--domain example.edu] [--time-zone Europe/Paris] [--required-roles chair,member] [--behind-after-days 30] [--due-soon-days 14] [--ahead-days 30] [--revision-loop-versions 3]',
  options: {
    domain: { type: 'string' },
    'time-zone': { type: 'string' },
    'required-roles': { type: 'string' },
    ...Object.fromEntries(PACING_OPTIONS.map(([option]) => [option, { type: 'string' as const }])),
  },
  positionals: ['tenantId'],
  async run(app, values, [tenantId = '']) {
    const tenancy = app.get(TenancyService);
    const isChange = Object.keys(values).some((name) => name !== 'json');
    const tenant = isChange
      ? await tenancy.changeSettings(tenantId, changeOf(values))
      : await tenancy.findTenant(tenantId);
    const scope = tenancy.scopeOf(tenant, 'terminal');
    const changed = isChange ? await app.get(SweepService).reviewAll(scope) : 0;
    const json = { tenantId, ...scope.tenant };
    return {
      json,
      text: `${JSON.stringify(json, null, 2)}${isChange ? `\n${changed} progress records changed.` : ''}`,
    };
  },
};
