import { t } from '@lingui/core/macro';
import Chip from '@mui/material/Chip';

import type { FilterFieldProps } from '../ui/list/types';

/** That the list has one rule only, which a link to it has chosen. */
export const RuleFilter = ({ value, onChange }: FilterFieldProps) =>
  value === '' ? null : (
    <Chip
      label={t`One rule`}
      onDelete={() => {
        onChange('');
      }}
    />
  );
