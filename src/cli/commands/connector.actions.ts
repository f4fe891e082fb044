import { systemLimitsOf } from '../../alerts/kinds/system-limits.js';
import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { Refusal } from '../../errors/refusal.js';
import { TargetSystemsService } from '../../sync/connectors/target-systems.service.js';
import { PausesService } from '../../sync/pauses/pauses.service.js';
import { type Action, type CommandResult, table, textOf, UsageProblem } from '../command.js';
import { tenantScope } from '../tenant-scope.js';
import { NAMELESS } from './connector.options.js';

const LONGEST_REASON = 500;

const nameOf = (argument: string): string => (argument === NAMELESS ? '' : argument);

function changed(targetSystem: string, isChanged: boolean, [done, before]: [string, string]): CommandResult {
  const name = targetSystem === '' ? 'Items without a target system' : targetSystem;
  const json = { targetSystem: targetSystem === '' ? null : targetSystem, changed: isChanged };
  return { json, text: `${name}: ${isChanged ? done : before}` };
}

export const listConnectors: Action = async (app, values) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
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
  const headings = ['target', 'state', 'last claim', 'waiting', 'oldest', 'in flight', 'sent/failed 24 h'];
  const json = systems.map(({ name, pause, ...system }) => ({
    targetSystem: name === '' ? null : name,
    pausedAt: pause?.pausedAt.toISOString() ?? null,
    pausedBy: pause?.pausedBy ?? null,
    reason: pause?.reason ?? null,
    ...system,
  }));
  return { json, text: table([...headings, 'failed', 'undecided'], rows) };
};

export const pauseConnector: Action = async (app, values, [target = '']) => {
  const reason = values['reason'] === undefined ? null : textOf(values, 'reason');
  if (reason !== null && reason.length > LONGEST_REASON)
    throw new UsageProblem(`--reason must be at most ${LONGEST_REASON} characters long.`);
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const name = nameOf(target);
  const { isChanged } = await app
    .get(PausesService)
    .pause(scope, name, reason)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new UsageProblem(error.message) : error;
    });
  return changed(name, isChanged, ['paused; claims are handed nothing of it', 'was paused before']);
};

export const resumeConnector: Action = async (app, values, [target = '']) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const name = nameOf(target);
  const { isChanged } = await app.get(PausesService).resume(scope, name);
  return changed(name, isChanged, ['resumed', 'was not paused']);
};
