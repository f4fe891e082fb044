import type { INestApplicationContext } from '@nestjs/common';

import { systemLimitsOf } from '../../alerts/kinds/system-limits.js';
import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { Refusal } from '../../errors/refusal.js';
import { TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import { PausesService } from '../../sync/pauses/pauses.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { type Command, type CommandResult, table, textOf, UsageProblem, type Values } from '../command.js';

const TENANT = { tenant: { type: 'string' } } as const;
const LONGEST_REASON = 500;
const NAMELESS = '(none)';

async function scopeOf(app: INestApplicationContext, values: Values): Promise<Scope> {
  const tenancy = app.get(TenancyService);
  return tenancy.scopeOf(await tenancy.findTenant(textOf(values, 'tenant')), 'terminal');
}

const nameOf = (argument: string): string => (argument === NAMELESS ? '' : argument);

function changed(targetSystem: string, isChanged: boolean, [done, before]: [string, string]): CommandResult {
  const name = targetSystem === '' ? 'Items without a target system' : targetSystem;
  const json = { targetSystem: targetSystem === '' ? null : targetSystem, changed: isChanged };
  return { json, text: `${name}: ${isChanged ? done : before}` };
}

export const CONNECTOR_COMMANDS: readonly Command[] = [
  {
    name: 'connector list',
    does: 'Lists the target systems of the queue, with what waits for each.',
    example: 'connector list --tenant t7m2k9q4w8c3x5',
    usage: 'connector list --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    async run(app, values) {
      const scope = await scopeOf(app, values);
      const { settings } = await app.get(AlertSettingsService).show(scope);
      const systems = await app.get(TargetSystemsService).list(scope, systemLimitsOf(settings));
      const rows = systems.map((system) => [
        system.name === '' ? NAMELESS : system.name,
        system.state,
        system.lastClaimAt?.toISOString() ?? 'never',
        String(system.waiting),
        system.oldestQueuedAt?.toISOString() ?? '',
        String(system.inFlight),
        `${system.sent24h}/${system.failed24h}`,
        String(system.delivery),
        String(system.decision),
      ]);
      const headings = [
        'target',
        'state',
        'last claim',
        'waiting',
        'oldest',
        'in flight',
        'sent/failed 24 h',
      ];
      const json = systems.map(({ name, pause, ...system }) => ({
        targetSystem: name === '' ? null : name,
        pausedAt: pause?.pausedAt.toISOString() ?? null,
        pausedBy: pause?.pausedBy ?? null,
        reason: pause?.reason ?? null,
        ...system,
      }));
      return { json, text: table([...headings, 'failed', 'undecided'], rows) };
    },
  },
  {
    name: 'connector pause',
    does: 'Hands out no more items of a target system until it is resumed.',
    example: 'connector pause SIS --tenant t7m2k9q4w8c3x5 --reason "Upgrade of the SIS"',
    usage: `connector pause <target|${NAMELESS}> --tenant <tenantId> [--reason "…"]`,
    options: { ...TENANT, reason: { type: 'string' } },
    required: ['tenant'],
    positionals: ['target'],
    async run(app, values, [target = '']) {
      const reason = values['reason'] === undefined ? null : textOf(values, 'reason');
      if (reason !== null && reason.length > LONGEST_REASON)
        throw new UsageProblem(`--reason must be at most ${LONGEST_REASON} characters long.`);
      const scope = await scopeOf(app, values);
      const name = nameOf(target);
      const { isChanged } = await app
        .get(PausesService)
        .pause(scope, name, reason)
        .catch((error: unknown) => {
          throw error instanceof Refusal ? new UsageProblem(error.message) : error;
        });
      return changed(name, isChanged, ['paused; claims are handed nothing of it', 'was paused before']);
    },
  },
  {
    name: 'connector resume',
    does: 'Hands out the items of a target system again.',
    example: 'connector resume SIS --tenant t7m2k9q4w8c3x5',
    usage: `connector resume <target|${NAMELESS}> --tenant <tenantId>`,
    options: TENANT,
    required: ['tenant'],
    positionals: ['target'],
    async run(app, values, [target = '']) {
      const scope = await scopeOf(app, values);
      const name = nameOf(target);
      const { isChanged } = await app.get(PausesService).resume(scope, name);
      return changed(name, isChanged, ['resumed', 'was not paused']);
    },
  },
];
