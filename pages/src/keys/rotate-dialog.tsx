import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { ApiKey, IssuedKey } from './model';

const OVERLAPS = [
  { hours: 0, label: 'Not at all: the old key stops now' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '24 hours' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
  { hours: 720, label: '30 days' },
];

interface RotateDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

export const RotateDialog = ({ apiKey: key, onClose, onIssued }: RotateDialogProps) => {
  const api = useAdminApi();
  const [hours, setHours] = useState(24);
  const rotate = async () => {
    const path = `keys/${encodeURIComponent(key.apiKey)}/rotate`;
    const { data } = await api.post<IssuedKey>(path, { overlapHours: hours });
    onIssued(data);
  };
  return (
    <ConfirmDialog
      open
      title={`Rotate “${key.label}”`}
      confirm="Rotate the key"
      onConfirm={rotate}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>
        A new key with the same label, scopes and limit is made; it counts for itself. The old one goes on
        working for the time that you choose, so that the other system can be changed over without a gap.
      </Typography>
      <TextField
        select
        label="The old key works on for"
        value={hours}
        onChange={(event) => {
          setHours(Number(event.target.value));
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {OVERLAPS.map(({ hours: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </TextField>
    </ConfirmDialog>
  );
};
