import { t } from '@lingui/core/macro';
import Checkbox from '@mui/material/Checkbox';
import { useListContext } from 'react-admin';

/** Finds the checkboxes of the rows; keys move the focus among them. */
export const ROW_CHECKBOX = 'input[data-row]';
const ROW_ATTRIBUTE = { 'data-row': '' };

interface RowCheckboxProps {
  readonly id: string;
  /** What a screen reader calls the row; its `id` when it is omitted. */
  readonly name?: string | undefined;
  readonly sx?: Readonly<Record<string, string | number>>;
}

/** Selects one row of the list that contains it. */
export const RowCheckbox = ({ id, name = id, sx }: RowCheckboxProps) => {
  const { selectedIds, onToggleItem, isPlaceholderData: isOld = false } = useListContext<{ id: string }>();
  return (
    <Checkbox
      size="small"
      // Neither the header nor the bar of the selection hides a row that gets the focus.
      sx={{ ...sx, '& input': { scrollMarginTop: 160, scrollMarginBottom: 60 } }}
      // A row of before belongs to another filter or page.
      disabled={isOld}
      checked={selectedIds.includes(id)}
      onChange={() => {
        onToggleItem(id);
      }}
      slotProps={{ input: { 'aria-label': t`Select ${name}`, ...ROW_ATTRIBUTE } }}
    />
  );
};
