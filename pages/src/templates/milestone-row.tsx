import { t } from '@lingui/core/macro';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';

import { TextInput } from '../ui/text-input';
import { codeFor, type Row } from './template-rows';

interface MilestoneRowProps {
  readonly row: Row;
  readonly place: number;
  readonly count: number;
  readonly onChange: (row: Row) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  /** Who has it. */
  readonly students?: ReactNode;
}

/** On a small screen each text field has a line of its own; the other controls share one. */
const WIDE_ON_SMALL = { gridColumn: { xs: '1 / -1', md: 'auto' } };

export const MilestoneRow = (props: MilestoneRowProps) => {
  const { row, place, count, onChange, onMove, onRemove, students } = props;
  const which = row.name === '' ? t`milestone ${place + 1}` : row.name;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.5,
        py: 1.25,
        alignItems: 'start',
        borderBottom: 1,
        borderColor: 'divider',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          md: 'minmax(0, 3fr) minmax(0, 2fr) 210px auto auto',
        },
      }}
    >
      <TextInput
        sx={WIDE_ON_SMALL}
        label={t`Name of milestone ${place + 1}`}
        value={row.name}
        name={`milestones.${place}.name`}
        onChange={(name) => {
          // The code of a new one follows the name until the user writes another one.
          const code = row.isNew && row.code === codeFor(row.name) ? codeFor(name) : row.code;
          onChange({ ...row, name, code });
        }}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <TextInput
        sx={WIDE_ON_SMALL}
        label={t`Code`}
        value={row.code}
        name={`milestones.${place}.code`}
        onChange={(code) => {
          onChange({ ...row, code });
        }}
        slotProps={{ htmlInput: { maxLength: 64, 'aria-label': t`Code of milestone ${place + 1}` } }}
      />
      <TextInput
        sx={WIDE_ON_SMALL}
        label={t`Due after (days)`}
        value={row.dueAfterDays}
        name={`milestones.${place}.dueAfterDays`}
        onChange={(dueAfterDays) => {
          onChange({ ...row, dueAfterDays });
        }}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            maxLength: 6,
            'aria-label': t`Due after (days): ${which}`,
          },
        }}
      />
      <FormControlLabel
        label={t`Required`}
        control={
          <Checkbox
            size="small"
            checked={row.required}
            onChange={(_event, required) => {
              onChange({ ...row, required });
            }}
            slotProps={{ input: { 'aria-label': t`${which} is required` } }}
          />
        }
      />
      <Box sx={{ display: 'flex' }}>
        <RowButton
          label={t`Move ${which} up`}
          disabled={place === 0}
          onClick={() => {
            onMove(place - 1);
          }}
        >
          <ArrowUpwardIcon fontSize="small" />
        </RowButton>
        <RowButton
          label={t`Move ${which} down`}
          disabled={place === count - 1}
          onClick={() => {
            onMove(place + 1);
          }}
        >
          <ArrowDownwardIcon fontSize="small" />
        </RowButton>
        <RowButton label={t`Remove ${which}`} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </RowButton>
      </Box>
      {students !== undefined && <Box sx={{ gridColumn: '1 / -1' }}>{students}</Box>}
    </Box>
  );
};

interface RowButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const RowButton = ({ label, disabled = false, onClick, children }: RowButtonProps) => (
  <IconButton aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {children}
  </IconButton>
);
