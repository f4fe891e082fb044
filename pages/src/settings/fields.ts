import type { PacingSettingsDto, SettingsDto } from '../api/openapi';

type CommitteeRole = SettingsDto['requiredCommitteeRoles'][number];

export const COMMITTEE_ROLES: Readonly<Record<CommitteeRole, string>> = {
  chair: 'Chair',
  content_expert: 'Content expert',
  methodologist_technical_expert: 'Methodologist technical expert',
  member: 'Member',
};

export const PACING_FIELDS: readonly {
  readonly name: keyof PacingSettingsDto;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    name: 'behindAfterDays',
    label: 'Behind after (days)',
    hint: 'For this many days after the due date of an open milestone, the student is “at risk”; after that, “behind”.',
  },
  {
    name: 'dueSoonDays',
    label: 'Due soon (days)',
    hint: 'A milestone that is not started and due within this many days makes the student “at risk”.',
  },
  {
    name: 'aheadDays',
    label: 'Ahead (days)',
    hint: 'A milestone that is completed at least this many days before its due date makes the student “ahead”.',
  },
  {
    name: 'revisionLoopVersions',
    label: 'Revision loop (versions)',
    hint: 'This many versions of one stage without an approval are a reason for “at risk” and “behind”.',
  },
];

/** Every zone that this browser knows; UTC is not in its list. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
