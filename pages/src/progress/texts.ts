import { t } from '@lingui/core/macro';

export const INTRO = t`How each student stands against the due dates of their milestones.`;

export const EMPTY = {
  title: t`No students yet`,
  hint: t`Here you see who is on time and who falls behind. Every user whose account type is Student has a record.`,
};
