import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { FormDialog } from '../ui/form-dialog';
import { NumberField, numberOf } from '../ui/number-field';
import { useSubmit } from '../ui/use-submit';
import { type IssuedKey, SCOPES } from './model';

interface CreateKeyDialogProps {
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

export const CreateKeyDialog = ({ onClose, onIssued }: CreateKeyDialogProps) => {
  const api = useAdminApi();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(['integration']);
  const [expires, setExpires] = useState('');
  const [rateLimit, setRateLimit] = useState('');
  const { submit, busy, message, errors } = useSubmit(async () => {
    const { data } = await api.post<IssuedKey>('keys', {
      label,
      scopes,
      // The day counts to its end, on this computer's clock.
      expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString(),
      rateLimit: numberOf(rateLimit),
    });
    onIssued(data);
    onClose();
  });
  return (
    <FormDialog
      title="Create a key"
      action="Create the key"
      busy={busy}
      message={message}
      onClose={onClose}
      onSubmit={() => {
        void submit();
      }}
    >
      <TextField
        required
        autoFocus
        label="Label"
        value={label}
        error={errors.label !== undefined}
        helperText={errors.label ?? 'Which system uses it, for example “SIS nightly”.'}
        onChange={(event) => {
          setLabel(event.target.value);
        }}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <ScopesField value={scopes} error={errors.scopes} onChange={setScopes} />
      <TextField
        label="Works until the end of"
        type="date"
        value={expires}
        error={errors.expiresAt !== undefined}
        helperText={errors.expiresAt ?? 'Empty: until it is revoked.'}
        onChange={(event) => {
          setExpires(event.target.value);
        }}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <NumberField
        label="Requests a minute"
        value={rateLimit}
        error={errors.rateLimit}
        hint="Of this key alone. Empty: only the limit in the settings, which holds for all keys together."
        onChange={setRateLimit}
      />
    </FormDialog>
  );
};

interface ScopesFieldProps {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly string[]) => void;
}

const ScopesField = ({ value, error, onChange }: ScopesFieldProps) => (
  <FormControl component="fieldset" error={error !== undefined}>
    <FormLabel component="legend">Scopes</FormLabel>
    <FormGroup>
      {SCOPES.map((scope) => (
        <FormControlLabel
          key={scope.value}
          label={`${scope.label} – ${scope.hint}`}
          control={
            <Checkbox
              checked={value.includes(scope.value)}
              onChange={(_event, checked) => {
                const others = value.filter((other) => other !== scope.value);
                onChange(checked ? [...others, scope.value] : others);
              }}
            />
          }
        />
      ))}
    </FormGroup>
    {error !== undefined && <FormHelperText>{error}</FormHelperText>}
  </FormControl>
);
