import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import type { ChosenGroupDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { words } from '../ui/words';
import { submissionsInWords } from './group-consequences';
import { GroupSide } from './group-values';
import { SIDES } from './resolutions';

/** What the dialog is about: each group with both sides. Many of them scroll. */
export const ChosenGroups = ({ groups }: { readonly groups: readonly ChosenGroupDto[] }) => (
  <Box
    component="ul"
    tabIndex={0}
    aria-label={t`Groups`}
    sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflow: 'auto' }}
  >
    {groups.map((group) => {
      const [field, form] = [fieldInWords(group.field), words(group.formType)];
      return (
        <Box component="li" key={group.groupKey} sx={{ mb: 1.5 }}>
          <strong>{field}</strong> ({form}): {submissionsInWords(group.submissions)}
          <br />
          {SIDES.submitted}: <GroupSide group={group} side="submitted" />
          <br />
          {SIDES.recorded}: <GroupSide group={group} side="recorded" />
        </Box>
      );
    })}
  </Box>
);
