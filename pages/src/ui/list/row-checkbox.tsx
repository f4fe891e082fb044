import { t } from '@lingui/core/macro';
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';
import { useListContext } from 'react-admin';

interface RowCheckboxProps {
  readonly id: string;
  /** What a screen reader calls the row; its `id` when it is omitted. */
  readonly name?: string | undefined;
  readonly sx?: CheckboxProps['sx'];
}

/** Selects one row of the list that contains it. */
export const RowCheckbox = ({ id, name = id, sx }: RowCheckboxProps) => {
  const { selectedIds, onToggleItem } = useListContext<{ id: string }>();
  return (
    <Checkbox
      size="small"
      sx={sx}
      checked={selectedIds.includes(id)}
      onChange={() => {
        onToggleItem(id);
      }}
      slotProps={{ input: { 'aria-label': t`Select ${name}` } }}
    />
  );
};
