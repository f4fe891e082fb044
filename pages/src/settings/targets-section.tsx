import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';

import { NumberField } from '../ui/number-field';
import { Section } from '../ui/section';
import { TextInput } from '../ui/text-input';
import type { SettingsForm } from './settings-form';

type Queue = Pick<SettingsForm, 'syncTargets' | 'syncMaxAttempts'>;

interface TargetsSectionProps {
  readonly value: Queue;
  /** Why a field was refused, by its path in the API. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Queue>) => void;
}

const ROW = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) minmax(0, 2fr) auto' },
};
const MOST_TARGETS = 20;

/** The systems that submissions are carried to, and how often it is tried. */
export const TargetsSection = ({ value, errors, onChange }: TargetsSectionProps) => {
  const { syncTargets: targets } = value;
  return (
    <Section
      title={t`Sync queue`}
      intro={
        <Trans>
          With targets, an approved submission is queued once for each target that takes its form. A change
          holds for what is queued from now on.
        </Trans>
      }
    >
      {errors.syncTargets !== undefined && (
        <Box role="alert" sx={{ color: 'error.main', mb: 2 }}>
          {errors.syncTargets}
        </Box>
      )}
      {targets.map((target, index) => (
        // A row has no other identity than its place.
        <Box key={index} sx={ROW} role="group" aria-label={t`Target ${index + 1}`}>
          <TextInput
            label={t`Name of target ${index + 1}`}
            value={target.name}
            error={errors[`syncTargets.${index}.name`]}
            hint={t`As connectors name it, such as SIS.`}
            onChange={(name) => {
              onChange({ syncTargets: targets.with(index, { ...target, name }) });
            }}
            slotProps={{ htmlInput: { maxLength: 64 } }}
          />
          <TextInput
            sx={{ gridRow: { xs: 2, md: 'auto' }, gridColumn: { xs: '1 / -1', md: 'auto' } }}
            label={t`Form types`}
            value={target.formTypes}
            error={errors[`syncTargets.${index}.formTypes`]}
            hint={t`Separated by commas. Empty: all of them.`}
            onChange={(formTypes) => {
              onChange({ syncTargets: targets.with(index, { ...target, formTypes }) });
            }}
            slotProps={{ htmlInput: { 'aria-label': t`Form types of target ${index + 1}` } }}
          />
          <IconButton
            aria-label={t`Remove target ${target.name === '' ? index + 1 : target.name}`}
            onClick={() => {
              onChange({ syncTargets: targets.toSpliced(index, 1) });
            }}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <Button
        sx={{ mb: 2 }}
        disabled={targets.length >= MOST_TARGETS}
        onClick={() => {
          onChange({ syncTargets: [...targets, { name: '', formTypes: '' }] });
        }}
      >
        <Trans>Add a target</Trans>
      </Button>
      <NumberField
        label={t`Most attempts`}
        value={value.syncMaxAttempts}
        error={errors.syncMaxAttempts}
        hint={t`After so many attempts that no connector reports about, an item has failed. Empty: 10.`}
        onChange={(syncMaxAttempts) => {
          onChange({ syncMaxAttempts });
        }}
      />
    </Section>
  );
};
