import type { Answer } from '../api/http';
import type {
  PacingSettingsDto,
  RetentionDto,
  SettingsDto,
  SettingsMetaDto,
  ThresholdDto,
} from '../api/openapi';
import { numberOf } from '../ui/number-field';
import { keysOf } from '../ui/options';

export type SettingsAnswer = Answer<SettingsDto, SettingsMetaDto>;

/** The same fields as texts, as they are typed. */
type Typed<T> = Readonly<Record<keyof T, string>>;

type Numbers = Pick<ThresholdDto, 'count' | 'percent'>;

export interface LimitsForm {
  readonly mode: SettingsDto['deprovisioningGuard']['mode'];
  readonly perRun: Typed<Numbers>;
  readonly perDay: Typed<Numbers>;
  /** Whether the higher of the two limits of a day applies, until one of them is changed. */
  readonly isHigherPerDay: boolean;
}

/** A target, with its form types as they are typed: separated by commas. */
export interface TargetForm {
  readonly name: string;
  readonly formTypes: string;
}

/** A pause as it is typed: days such as `2026-12-20`, and an empty note for none. */
export interface PauseForm {
  readonly from: string;
  readonly until: string;
  readonly note: string;
}

/** The settings as the form keeps them, with numbers as texts. */
export interface SettingsForm {
  readonly emailDomain: string;
  readonly timeZone: string;
  readonly requiredCommitteeRoles: SettingsDto['requiredCommitteeRoles'];
  readonly rateLimit: string;
  readonly nightlyRunHours: string;
  readonly pacing: Typed<PacingSettingsDto>;
  readonly deprovisioningGuard: LimitsForm;
  readonly deprovisioningPauses: readonly PauseForm[];
  readonly syncTargets: readonly TargetForm[];
  readonly syncMaxAttempts: string;
  readonly scimDeleteKeepsShared: boolean;
  readonly possibleReassignment: SettingsDto['possibleReassignment'];
  readonly adoptByEmail: SettingsDto['adoptByEmail'];
  readonly awaitSourceDays: string;
  readonly retention: Typed<RetentionDto>;
  readonly legalHold: boolean;
}

export function formOf(settings: SettingsDto): SettingsForm {
  const { pacing, retention, deprovisioningGuard: limits } = settings;
  return {
    emailDomain: settings.emailDomain,
    timeZone: settings.timeZone,
    requiredCommitteeRoles: settings.requiredCommitteeRoles,
    rateLimit: textOf(settings.rateLimit),
    nightlyRunHours: textOf(settings.nightlyRunHours),
    pacing: {
      behindAfterDays: textOf(pacing.behindAfterDays),
      dueSoonDays: textOf(pacing.dueSoonDays),
      aheadDays: textOf(pacing.aheadDays),
      revisionLoopVersions: textOf(pacing.revisionLoopVersions),
    },
    deprovisioningGuard: {
      mode: limits.mode,
      perRun: thresholdFormOf(limits.perRun),
      perDay: thresholdFormOf(limits.perDay),
      isHigherPerDay: limits.perDay?.larger === true,
    },
    deprovisioningPauses: settings.deprovisioningPauses.map(({ from, until, note }) => ({
      from,
      until,
      note: note ?? '',
    })),
    syncTargets: settings.syncTargets.map(({ name, formTypes }) => ({
      name,
      formTypes: (formTypes ?? []).join(', '),
    })),
    syncMaxAttempts: textOf(settings.syncMaxAttempts),
    scimDeleteKeepsShared: settings.scimDeleteKeepsShared,
    possibleReassignment: settings.possibleReassignment,
    adoptByEmail: settings.adoptByEmail,
    awaitSourceDays: textOf(settings.awaitSourceDays),
    retention: {
      requestLogDays: textOf(retention.requestLogDays),
      inactivePeopleDays: textOf(retention.inactivePeopleDays),
      historyDays: textOf(retention.historyDays),
      auditDays: textOf(retention.auditDays),
    },
    legalHold: settings.legalHold,
  };
}

/** What the API gets: the fields that were changed, numbers as numbers. */
export function changesIn(form: SettingsForm, before: SettingsForm): Record<string, unknown> {
  const { rateLimit, nightlyRunHours, pacing, deprovisioningGuard: limits, ...others } = form;
  const { deprovisioningPauses, syncTargets, syncMaxAttempts, awaitSourceDays, retention, ...texts } = others;
  const body: Readonly<Record<keyof SettingsForm, unknown>> = {
    ...texts,
    rateLimit: numberOf(rateLimit),
    nightlyRunHours: numberOf(nightlyRunHours),
    pacing: numbersOf(pacing),
    deprovisioningGuard: {
      mode: limits.mode,
      perRun: numbersOf(limits.perRun),
      perDay: numbersOf(limits.perDay),
    },
    deprovisioningPauses: deprovisioningPauses.map(pauseOf),
    syncTargets: syncTargets.map(targetOf),
    syncMaxAttempts: numberOf(syncMaxAttempts),
    awaitSourceDays: numberOf(awaitSourceDays),
    retention: numbersOf(retention),
  };
  const changed = keysOf(body).filter((name) => JSON.stringify(form[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}

function pauseOf({ from, until, note }: PauseForm): { from: string; until: string; note?: string } {
  const text = note.trim();
  return text === '' ? { from, until } : { from, until, note: text };
}

/** Without form types a target takes all of them. */
function targetOf({ name, formTypes }: TargetForm): { name: string; formTypes?: string[] } {
  const named = formTypes
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return named.length === 0 ? { name } : { name, formTypes: named };
}

function thresholdFormOf(threshold: ThresholdDto | null): Typed<Numbers> {
  return { count: textOf(threshold?.count), percent: textOf(threshold?.percent) };
}

function textOf(value: number | null | undefined): string {
  return (value ?? '').toString();
}

function numbersOf(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, numberOf(text)]));
}
