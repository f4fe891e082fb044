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
    hint: 'A milestone that is open for up to this long after its due date is “at risk”; after that it is “behind”.',
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
    hint: 'Number of versions of one stage without an approval.',
  },
];

/** Every zone that this browser knows; UTC is not in its list. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
