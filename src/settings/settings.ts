import { LANGUAGES } from '../texts/languages.js';
import type { CommitteeRole } from './committee-roles.js';
import { type ChangeOf, choicesOf, type Setting, type ValuesOf } from './setting.js';
import { USUAL_TERMS } from './term-name.js';

export interface SectionOfSettings {
  readonly title: string;
  /** Absent where a group or list is introduced by what it means. */
  readonly intro?: string;
  /** From when a change holds, and for what. */
  readonly from: string;
}

const RECALCULATED = 'All progress records are recalculated in the background, at once.';

/** The groups of the settings page, in its order; each has an address of its own, such as `/settings/pacing`. */
export const SECTIONS = {
  university: {
    title: 'University',
    from: 'For calls from now on. With another time zone all progress records are recalculated in the background.',
  },
  committees: { title: 'Committees', from: RECALCULATED },
  pacing: { title: 'Pacing', from: RECALCULATED },
  limits: {
    title: 'De-provisioning limits',
    from: 'For de-provisionings from now on. Who is held stays held.',
  },
  pauses: {
    title: 'Pauses of de-provisionings',
    from: 'For de-provisionings from now on, on the days of a pause. Who is held stays held.',
  },
  matching: {
    title: 'Identity matching',
    intro:
      'A number is sometimes given to another person, and an address may belong to a person whom the SIS knows ' +
      'under another number.',
    from: 'For users who are sent from now on.',
  },
  terms: { title: 'Terms in files', from: 'For files that are read from now on.' },
  queue: { title: 'Sync queue', from: 'For what is queued or fails from now on.' },
  providers: { title: 'Identity providers', from: 'For deletions from now on.' },
  retention: {
    title: 'Retention',
    from: 'With the next daily removal, which cannot be taken back. Longer times bring nothing back.',
  },
  privacy: { title: 'Data about people', from: 'At once.' },
  login: {
    title: 'Log-in',
    intro:
      'Of everyone with a role of the administration. Who logs in by single sign-on is checked by the provider of ' +
      'the university, and needs no second factor here.',
    from: 'At the next request of each session. Who has no second factor then sees a page on which to set one up.',
  },
} as const satisfies Readonly<Record<string, SectionOfSettings>>;

type Declared = Setting & { readonly section: keyof typeof SECTIONS };

const LIMIT = {
  type: 'number',
  default: null,
  none: 'no limit',
  see: '#de-provisioning-limits',
} as const;
/** With 0 no user may be de-provisioned. */
const USERS = [0, 9_999_999] as const;

/** As long as anything is kept: 100 years. */
const LONGEST_RETENTION = 36_525;
const KEPT = { type: 'number', see: 'privacy.md#retention' } as const;

/**
 * The settings of a tenant, each declared once. The DTOs, the options of `tenant settings`, the settings page, the
 * table in docs/configuration.md and what the request log may show are derived from this; `npm run settings` writes
 * what is kept in files.
 */
export const SETTINGS = {
  emailDomain: {
    section: 'university',
    type: 'domain',
    default: null,
    option: 'domain',
    example: 'northern.example.edu',
    label: 'E-mail domain',
    text: 'The domain of users for whom the SIS sends none.',
  },
  timeZone: {
    section: 'university',
    type: 'timeZone',
    default: 'UTC',
    option: 'time-zone',
    example: 'Europe/Paris',
    label: 'Time zone',
    text: 'It decides when a day begins, for due dates and for daily figures.',
  },
  language: {
    section: 'university',
    type: 'choice',
    values: LANGUAGES,
    default: 'en',
    option: 'language',
    label: 'Language of messages',
    see: 'alerts.md',
  },
  rateLimit: {
    section: 'university',
    type: 'number',
    range: [1, 9_999_999],
    default: null,
    none: 'no limit',
    option: 'rate-limit',
    example: 600,
    label: 'Requests per minute',
    text: 'The limit of all keys together, in addition to the limits of single keys.',
  },
  nightlyRunHours: {
    section: 'university',
    type: 'number',
    range: [1, 720],
    // A day, and two hours for a long run.
    default: 26,
    option: 'nightly-run-hours',
    see: 'alerts.md#nightlyrunlate',
    label: 'Nightly run (hours)',
    text: 'The overview warns when the last successful run is older than this.',
  },
  completeRunMinimum: {
    section: 'university',
    type: 'number',
    range: [0, 100],
    default: 50,
    option: 'complete-run-minimum',
    label: 'Complete run (least percent)',
    text: 'A complete run that names fewer of the active users whom the last complete one named is refused.',
  },
  requiredCommitteeRoles: {
    section: 'committees',
    type: 'choices',
    values: {
      chair: 'Chair',
      content_expert: 'Content expert',
      methodologist_technical_expert: 'Methodologist technical expert',
      member: 'Member',
    } satisfies Readonly<Record<CommitteeRole, string>>,
    default: ['chair'],
    option: 'required-roles',
    example: 'chair,member',
    label: 'Required roles',
    text: 'A committee is complete when each of these roles has an active member who has accepted.',
  },
  pacing: {
    section: 'pacing',
    type: 'group',
    text: 'When a student is at risk, behind or ahead of the due dates of the milestones.',
    members: {
      behindAfterDays: {
        type: 'number',
        range: [0, 9999],
        default: 30,
        option: 'behind-after-days',
        label: 'Behind after (days)',
        text:
          'For this many days after the due date of an open milestone, the student is “at risk”; after that, ' +
          '“behind”.',
      },
      dueSoonDays: {
        type: 'number',
        range: [0, 9999],
        default: 14,
        option: 'due-soon-days',
        label: 'Due soon (days)',
        text: 'A milestone that is not started and due within this many days makes the student “at risk”.',
      },
      aheadDays: {
        type: 'number',
        range: [1, 9999],
        default: 30,
        option: 'ahead-days',
        label: 'Ahead (days)',
        text:
          'A milestone that is completed at least this many days before its due date makes the student ' +
          '“ahead”.',
      },
      revisionLoopVersions: {
        type: 'number',
        range: [2, 9999],
        default: 3,
        option: 'revision-loop-versions',
        label: 'Revision loop (versions)',
        text: 'This many versions of one stage without an approval are a reason for “at risk” and “behind”.',
      },
    },
  },
  deprovisioningGuard: {
    section: 'limits',
    type: 'group',
    text:
      'How many users the SIS may de-provision, and what happens to the others. De-provisionings by administrators ' +
      'are never held.',
    members: {
      perRun: {
        type: 'threshold',
        text: 'Of one run within 24 hours; null is no limit',
        members: {
          count: {
            ...LIMIT,
            range: USERS,
            option: 'guard-run-count',
            example: 50,
            label: 'Users per run',
            text: 'A run is the calls to which the SIS gives the same name in X-Sync-Run.',
          },
          percent: {
            ...LIMIT,
            range: [0, 100],
            option: 'guard-run-percent',
            example: 5,
            label: 'Percent per run',
            text: 'Of the users who were active when the run began. The lower of the two limits applies.',
          },
        },
      },
      perDay: {
        type: 'threshold',
        text: 'Of all calls within 24 hours; null is no limit',
        members: {
          count: {
            ...LIMIT,
            range: USERS,
            option: 'guard-day-count',
            example: 50,
            label: 'Users within 24 hours',
            text: 'In all runs and with all keys together.',
          },
          percent: {
            ...LIMIT,
            range: [0, 100],
            option: 'guard-day-percent',
            example: 5,
            label: 'Percent within 24 hours',
            text: 'Of the users who were active when the 24 hours began. The lower of the two limits applies.',
          },
        },
      },
      mode: {
        type: 'choice',
        values: {
          observe: 'De-provision, and warn in the audit log',
          hold: 'Hold until an administrator decides',
        },
        default: 'observe',
        option: 'guard-mode',
        see: '#de-provisioning-limits',
        label: 'Beyond a limit',
      },
    },
  },
  deprovisioningPauses: {
    section: 'pauses',
    type: 'list',
    item: 'DeprovisioningPauseDto',
    most: 20,
    default: [],
    text:
      'On these days whom the SIS or an identity provider de-provisions stays active until an administrator decides; ' +
      'all else is applied. Both days belong to the pause, in the time zone of the university. The end of a pause ' +
      'releases no one.',
  },
  possibleReassignment: {
    section: 'matching',
    type: 'choice',
    values: {
      warn: 'Apply, and ask in the conflicts inbox',
      hold: 'Wait until an administrator decides',
      off: 'Apply',
    },
    default: 'warn',
    option: 'possible-reassignment',
    see: 'conflicts.md#possible-reassignments',
    label: 'When names, address and entry of a known number differ',
  },
  adoptByEmail: {
    section: 'matching',
    type: 'choice',
    values: {
      always: 'Every user',
      unlinked: 'Users without a legacy number',
      never: 'No user',
    },
    default: 'always',
    option: 'adopt-by-email',
    see: 'conflicts.md#adoption-by-address',
    label: 'Whom an unknown number finds by e-mail address',
  },
  awaitSourceDays: {
    section: 'matching',
    type: 'number',
    range: [0, 365],
    default: 0,
    option: 'await-source-days',
    example: 30,
    see: 'provenance.md#fields-that-await-their-source',
    label: 'Approved changes await the SIS (days)',
    text:
      'So long the SIS does not put an approved change back by sending the former value. 0: it does at ' +
      'once.',
  },
  terms: {
    section: 'terms',
    type: 'list',
    item: 'TermDto',
    most: 100,
    distinctBy: 'name',
    default: [],
    usual: USUAL_TERMS,
    see: 'feed-mapping.md#terms',
    text:
      'In which month a term begins that a file of people names, such as Fall 2026 or 202610. A row with a term that ' +
      'is not in this table is refused.',
  },
  syncTargets: {
    section: 'queue',
    type: 'list',
    item: 'SyncTargetDto',
    most: 20,
    distinctBy: 'name',
    default: [],
    option: 'sync-targets',
    example: 'SIS,CRM:degree_change+name_change',
    see: 'connectors.md#targets',
    text:
      'With targets, an approved submission is queued once for each target that takes its form. A change holds for ' +
      'what is queued from now on.',
  },
  syncMaxAttempts: {
    section: 'queue',
    type: 'number',
    range: [1, 100],
    default: 10,
    option: 'sync-max-attempts',
    label: 'Most attempts',
    text: 'After so many attempts that no connector reports about, an item has failed.',
  },
  scimDeleteKeepsShared: {
    section: 'providers',
    type: 'flag',
    values: {
      off: 'De-provision the user',
      on: 'Keep the user active while another provider does',
    },
    default: false,
    option: 'scim-delete-keeps-shared',
    see: 'scim.md#what-happens-on-removal',
    label: 'When a provider deletes a user whom another one has too',
  },
  retention: {
    section: 'retention',
    type: 'group',
    text: 'What is older is removed once a day. A legal hold stops that for the users whom it names.',
    members: {
      requestLogDays: {
        ...KEPT,
        range: [1, LONGEST_RETENTION],
        default: 90,
        option: 'request-log-days',
        label: 'Request log (days)',
        text: 'Also refused rows, what was sent for conflicts, and the use of keys and of the queue by day.',
      },
      inactivePeopleDays: {
        ...KEPT,
        range: [30, LONGEST_RETENTION],
        default: null,
        none: 'never',
        option: 'inactive-people-days',
        example: 730,
        label: 'Inactive users (days)',
        text: 'Users who have been inactive for longer are erased.',
      },
      historyDays: {
        ...KEPT,
        range: [30, LONGEST_RETENTION],
        default: null,
        none: 'for good',
        option: 'history-days',
        example: 1095,
        label: 'Former values of users (days)',
        text: 'The present values stay.',
      },
      eventDays: {
        ...KEPT,
        range: [1, 365],
        default: 30,
        option: 'event-days',
        label: 'Feed of changes (days)',
        text: 'A reader who stayed away for longer must copy everything again.',
      },
      auditDays: {
        ...KEPT,
        range: [30, LONGEST_RETENTION],
        default: 2557,
        option: 'audit-days',
        label: 'Audit log and disclosures (days)',
        text: '2,557 days are seven years.',
      },
    },
  },
  legalHold: {
    section: 'privacy',
    type: 'flag',
    values: {
      off: 'May be erased',
      on: 'Are kept: a legal hold on all of them',
    },
    default: false,
    option: 'legal-hold',
    label: 'All data of the university',
  },
  demandSecondFactor: {
    section: 'login',
    type: 'flag',
    values: {
      off: 'Each administrator decides',
      on: 'Everyone who logs in by password needs one',
    },
    default: false,
    option: 'demand-second-factor',
    see: 'decisions/0102-a-second-factor-can-be-demanded.md',
    label: 'Second factor: an authenticator app or a passkey',
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** The settings that hold for a tenant. */
export type TenantSettings = ValuesOf<typeof SETTINGS>;

/** New values; null means the default, an absent member stays. The e-mail domain has no default. */
export type SettingsChange = Omit<ChangeOf<typeof SETTINGS>, 'emailDomain'> & {
  readonly emailDomain?: string;
};

/** New values of the de-provisioning limits. */
export type DeprovisioningChange = NonNullable<SettingsChange['deprovisioningGuard']>;

export type PacingNumbers = TenantSettings['pacing'];
export type RetentionSettings = TenantSettings['retention'];
export type DeprovisioningSettings = TenantSettings['deprovisioningGuard'];
export type DeprovisioningMode = DeprovisioningSettings['mode'];
export type DeprovisioningPause = TenantSettings['deprovisioningPauses'][number];
export type SyncTarget = TenantSettings['syncTargets'][number];
export type NamedTerm = TenantSettings['terms'][number];

/**
 * How many people may be de-provisioned, as a number and as a share of those active before; null means no limit. The
 * smaller of the two counts, or the larger one.
 */
export type Threshold = NonNullable<DeprovisioningSettings['perDay']>;

/** `observe` warns beyond a threshold; `hold` keeps de-provisionings beyond it for an administrator to decide. */
export const DEPROVISIONING_MODES = choicesOf(SETTINGS.deprovisioningGuard.members.mode);
