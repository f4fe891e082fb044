import type { INestApplicationContext } from '@nestjs/common';

import { ChangeSettingsDto } from '../../admin/settings/settings.dto.js';
import { SettingsService, type SettingsState } from '../../admin/settings/settings.service.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { validated } from '../../http/validation/validate.js';
import { RedrawService } from '../../progress/redraw/redraw.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { settingsOf } from '../../tenancy/tenant-settings.js';
import { type Command, textOf, UsageProblem, type Values } from '../command.js';

/** The path of each option's setting. */
const OPTIONS = {
  domain: 'emailDomain',
  'time-zone': 'timeZone',
  'required-roles': 'requiredCommitteeRoles',
  'rate-limit': 'rateLimit',
  'nightly-run-hours': 'nightlyRunHours',
  'behind-after-days': 'pacing.behindAfterDays',
  'due-soon-days': 'pacing.dueSoonDays',
  'ahead-days': 'pacing.aheadDays',
  'revision-loop-versions': 'pacing.revisionLoopVersions',
  'guard-mode': 'deprovisioningGuard.mode',
  'guard-run-count': 'deprovisioningGuard.perRun.count',
  'guard-run-percent': 'deprovisioningGuard.perRun.percent',
  'guard-day-count': 'deprovisioningGuard.perDay.count',
  'guard-day-percent': 'deprovisioningGuard.perDay.percent',
  'sync-targets': 'syncTargets',
  'sync-max-attempts': 'syncMaxAttempts',
  'scim-delete-keeps-shared': 'scimDeleteKeepsShared',
  'await-source-days': 'awaitSourceDays',
  'possible-reassignment': 'possibleReassignment',
  'adopt-by-email': 'adoptByEmail',
  'request-log-days': 'retention.requestLogDays',
  'inactive-people-days': 'retention.inactivePeopleDays',
  'history-days': 'retention.historyDays',
  'audit-days': 'retention.auditDays',
  'legal-hold': 'legalHold',
} as const;
type Option = keyof typeof OPTIONS;

const NAMES = Object.keys(OPTIONS) as Option[];
const TEXTS: readonly Option[] = [
  'domain',
  'time-zone',
  'guard-mode',
  'possible-reassignment',
  'adopt-by-email',
];
/** Options that are `on` or `off`. */
const SWITCHES: readonly Option[] = ['scim-delete-keeps-shared', 'legal-hold'];
const UNLIMITED = 'none';
/** Options that also take `none`. */
const LIMITS: readonly Option[] = NAMES.filter((name) =>
  /^rate-limit$|^guard-(run|day)-|^(inactive-people|history)-days$/.test(name),
);

/** `SIS,CRM:degree_change+name_change`: the names, each with the form types that it takes if not all. */
function targetsOf(text: string): object[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [name = '', formTypes] = part.split(':');
      return { name, ...(formTypes === undefined ? {} : { formTypes: formTypes.split('+') }) };
    });
}

/** The value as JSON; what is no number stays text, which validation refuses. */
function valueOf(values: Values, option: Option): unknown {
  // An empty list: no role is required.
  if (option === 'required-roles') return String(values[option]).split(',').filter(Boolean);
  const text = textOf(values, option);
  if (option === 'sync-targets') return text === UNLIMITED ? null : targetsOf(text);
  if (SWITCHES.includes(option)) return text === 'on' ? true : text === 'off' ? false : text;
  if (TEXTS.includes(option)) return text;
  if (LIMITS.includes(option) && text === UNLIMITED) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

interface Group {
  [name: string]: unknown;
}

function put(group: Group, [name = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) group[name] = value;
  else put((group[name] ??= {}) as Group, path, value);
}

/** @throws {UsageProblem} when a value is not valid; the message names the option */
function changeOf(values: Values): ChangeSettingsDto {
  const settings: Group = {};
  for (const option of NAMES.filter((name) => values[name] !== undefined))
    put(settings, OPTIONS[option].split('.'), valueOf(values, option));
  try {
    return validated(ChangeSettingsDto, settings);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const [{ field, message } = { field: '', message: error.message }] = error.details;
    const option = NAMES.find((name) => OPTIONS[name] === field);
    throw new UsageProblem(option === undefined ? message : `${message.replace(field, `--${option}`)}.`);
  }
}

/** The terminal may be the only process, so it redraws the progress records before it ends. */
async function redrawText(
  app: INestApplicationContext,
  scope: Scope,
  redraw: SettingsState['redraw'],
): Promise<string> {
  if (redraw === null) return 'No progress record depends on that';
  const { changed = 0, total = 0 } = (await app.get(RedrawService).finish(scope)) ?? {};
  return `${changed} of ${total} progress records changed`;
}

async function change(
  app: INestApplicationContext,
  scope: Scope,
  values: Values,
): Promise<{ tenant: Tenant; openHolds: number; remark: string }> {
  const { tenant, redraw, openHolds, warnings } = await app
    .get(SettingsService)
    .change(scope, changeOf(values));
  const remarks = [await redrawText(app, scope, redraw), ...warnings.map(({ message }) => message)];
  return { tenant, openHolds, remark: remarks.map((one) => `\n${one}.`).join('') };
}

export const SETTINGS_COMMAND: Command = {
  name: 'tenant settings',
  does: 'Shows the settings of a university, or changes what the options name.',
  example: 'tenant settings t7m2k9q4w8c3x5 --time-zone Europe/Paris --guard-mode hold --guard-run-percent 5',
  usage: [
    'tenant settings <tenantId> [--domain example.edu] [--time-zone Europe/Paris] [--required-roles chair,member]',
    `[--rate-limit 600|${UNLIMITED}] [--nightly-run-hours 26] [--behind-after-days 30] [--due-soon-days 14]`,
    '[--ahead-days 30] [--revision-loop-versions 3] [--guard-mode observe|hold]',
    `[--guard-run-count 50|${UNLIMITED}] [--guard-run-percent 5|${UNLIMITED}]`,
    `[--guard-day-count 50|${UNLIMITED}] [--guard-day-percent 5|${UNLIMITED}]`,
    `[--sync-targets SIS,CRM:degree_change+name_change|${UNLIMITED}] [--sync-max-attempts 10]`,
    '[--scim-delete-keeps-shared on|off]',
    '[--await-source-days 30]',
    '[--possible-reassignment warn|hold|off] [--adopt-by-email always|unlinked|never]',
    `[--request-log-days 90] [--inactive-people-days 730|${UNLIMITED}]`,
    `[--history-days 1095|${UNLIMITED}] [--audit-days 2557]`,
    '[--legal-hold on|off]',
  ].join(' '),
  options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }])),
  positionals: ['tenantId'],
  async run(app, values, [tenantId = '']) {
    const tenancy = app.get(TenancyService);
    const found = await tenancy.findTenant(tenantId);
    const isChange = NAMES.some((name) => values[name] !== undefined);
    const scope = tenancy.scopeOf(found, 'terminal');
    const { tenant, openHolds, remark } = isChange
      ? await change(app, scope, values)
      : { ...(await app.get(SettingsService).show(scope)), remark: '' };
    const json = { tenantId, ...settingsOf(tenant.emailDomain, tenant.settings), openHolds };
    return { json, text: `${JSON.stringify(json, null, 2)}${remark}` };
  },
};
