import { t } from '@lingui/core/macro';

import type { PacingSettingsDto, SettingsDto } from '../api/openapi';

type CommitteeRole = SettingsDto['requiredCommitteeRoles'][number];

export const COMMITTEE_ROLES: Readonly<Record<CommitteeRole, string>> = {
  chair: t`Chair`,
  content_expert: t`Content expert`,
  methodologist_technical_expert: t`Methodologist technical expert`,
  member: t`Member`,
};

export const PACING_FIELDS: readonly {
  readonly name: keyof PacingSettingsDto;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    name: 'behindAfterDays',
    label: t`Behind after (days)`,
    hint: t`For this many days after the due date of an open milestone, the student is “at risk”; after that, “behind”.`,
  },
  {
    name: 'dueSoonDays',
    label: t`Due soon (days)`,
    hint: t`A milestone that is not started and due within this many days makes the student “at risk”.`,
  },
  {
    name: 'aheadDays',
    label: t`Ahead (days)`,
    hint: t`A milestone that is completed at least this many days before its due date makes the student “ahead”.`,
  },
  {
    name: 'revisionLoopVersions',
    label: t`Revision loop (versions)`,
    hint: t`This many versions of one stage without an approval are a reason for “at risk” and “behind”.`,
  },
];

/** Every zone that this browser knows; UTC is not in its list. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
