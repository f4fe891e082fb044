import type { Answer } from '../api/http';

export interface Pacing {
  readonly behindAfterDays: number;
  readonly dueSoonDays: number;
  readonly aheadDays: number;
  readonly revisionLoopVersions: number;
}

export interface Threshold {
  readonly count: number | null;
  readonly percent: number | null;
}

export interface Guard {
  readonly mode: 'observe' | 'hold';
  readonly perRun: Threshold | null;
  readonly perDay: Threshold | null;
}

export interface Settings {
  readonly tenantName: string;
  readonly emailDomain: string;
  readonly timeZone: string;
  readonly requiredCommitteeRoles: readonly string[];
  readonly rateLimit: number | null;
  readonly pacing: Pacing;
  readonly nightlyRunHours: number;
  readonly deprovisioningGuard: Guard;
}

/** How far the progress records follow a change of settings. */
export interface Redraw {
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** How many people are held, whatever the guard is set to. */
export function openHoldsOf({ meta }: Pick<Answer<Settings>, 'meta'>): number {
  return Number(meta.openHolds ?? 0);
}

type ThresholdForm = Readonly<Record<keyof Threshold, string>>;

export interface GuardForm {
  readonly mode: Guard['mode'];
  readonly perRun: ThresholdForm;
  readonly perDay: ThresholdForm;
}

/** The settings as they stand in the form, where a number is a text. */
export interface SettingsForm {
  readonly emailDomain: string;
  readonly timeZone: string;
  readonly requiredCommitteeRoles: readonly string[];
  readonly rateLimit: string;
  readonly nightlyRunHours: string;
  readonly pacing: Readonly<Record<keyof Pacing, string>>;
  readonly deprovisioningGuard: GuardForm;
}

export const COMMITTEE_ROLES = [
  'chair',
  'content_expert',
  'methodologist_technical_expert',
  'member',
] as const;

export const PACING_FIELDS: readonly {
  readonly name: keyof Pacing;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    name: 'behindAfterDays',
    label: 'Behind after (days)',
    hint: 'Open this long past its due date, a milestone is still “at risk”; one day more is “behind”.',
  },
  {
    name: 'dueSoonDays',
    label: 'Due soon (days)',
    hint: 'Not started and due within this time: “at risk”.',
  },
  {
    name: 'aheadDays',
    label: 'Ahead (days)',
    hint: 'Completed at least this long before it was due: “ahead”.',
  },
  {
    name: 'revisionLoopVersions',
    label: 'Revision loop (versions)',
    hint: 'So many versions of one stage without an approval.',
  },
];

function thresholdFormOf(threshold: Threshold | null): ThresholdForm {
  const textOf = (value: number | null | undefined) => (value ?? '').toString();
  return { count: textOf(threshold?.count), percent: textOf(threshold?.percent) };
}

export function formOf(settings: Settings): SettingsForm {
  const { emailDomain, timeZone, requiredCommitteeRoles, rateLimit, nightlyRunHours, pacing } = settings;
  const { mode, perRun, perDay } = settings.deprovisioningGuard;
  return {
    ...{ emailDomain, timeZone, requiredCommitteeRoles },
    rateLimit: rateLimit === null ? '' : String(rateLimit),
    nightlyRunHours: String(nightlyRunHours),
    pacing: {
      behindAfterDays: String(pacing.behindAfterDays),
      dueSoonDays: String(pacing.dueSoonDays),
      aheadDays: String(pacing.aheadDays),
      revisionLoopVersions: String(pacing.revisionLoopVersions),
    },
    deprovisioningGuard: { mode, perRun: thresholdFormOf(perRun), perDay: thresholdFormOf(perDay) },
  };
}

/** Every zone that this browser knows; UTC is not in its list. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
