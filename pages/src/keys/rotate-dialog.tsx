import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ApiKeyDto, IssuedKeyDto, RotatedKeyDto, RotateKeyDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { Option } from '../ui/options';
import { SelectField } from '../ui/select-field';

const OVERLAP_HOURS: readonly Option[] = [
  { value: '0', label: t`Not at all: the old key stops now` },
  { value: '1', label: t`1 hour` },
  { value: '24', label: t`24 hours` },
  { value: '72', label: t`3 days` },
  { value: '168', label: t`7 days` },
  { value: '720', label: t`30 days` },
];

interface RotateDialogProps {
  readonly apiKey: ApiKeyDto;
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKeyDto) => void;
}

export const RotateDialog = ({ apiKey: key, onClose, onIssued }: RotateDialogProps) => {
  const api = useAdminApi();
  const [hours, setHours] = useState('24');
  const rotate = async () => {
    const path = `keys/${encodeURIComponent(key.apiKey)}/rotate`;
    const body: RotateKeyDto = { overlapHours: Number(hours) };
    const { data } = await api.post<RotatedKeyDto>(path, body);
    onIssued(data);
  };
  return (
    <ConfirmDialog
      open
      title={t`Rotate “${key.label}”`}
      confirm={t`Rotate the key`}
      onConfirm={rotate}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>
        <Trans>
          A new key with the same label, scopes and limit is created. Requests of the two keys are counted
          separately. The old key keeps working for the time that you choose, so that the other system can
          change to the new key without an interruption.
        </Trans>
      </Typography>
      <SelectField
        label={t`The old key keeps working for`}
        name="overlapHours"
        options={OVERLAP_HOURS}
        value={hours}
        onChange={setHours}
      />
    </ConfirmDialog>
  );
};
