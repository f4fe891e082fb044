import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ApiKeyDto, CreateHandoverDto, IssuedHandoverDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { Option } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { When } from '../ui/when';

const HOURS: readonly Option[] = [
  { value: '1', label: t`1 hour` },
  { value: '24', label: t`24 hours` },
  { value: '72', label: t`3 days` },
];

interface HandoverDialogProps {
  readonly apiKey: ApiKeyDto;
  readonly onClose: () => void;
  readonly onMade: (handover: IssuedHandoverDto) => void;
}

/** Asks how long the link is to work. */
export const HandoverDialog = ({ apiKey: key, onClose, onMade }: HandoverDialogProps) => {
  const api = useAdminApi();
  const [hours, setHours] = useState('24');
  const make = async () => {
    const body: CreateHandoverDto = { hours: Number(hours) };
    const path = `keys/${encodeURIComponent(key.apiKey)}/handover`;
    onMade((await api.post<IssuedHandoverDto>(path, body)).data);
  };
  return (
    <ConfirmDialog
      open
      title={t`Hand over “${key.label}” by link`}
      confirm={t`Make the link`}
      onConfirm={make}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>
        <Trans>
          The first person who opens the link gets a new secret, which is shown once. A secret that the key
          has now stops working.
        </Trans>
      </Typography>
      <SelectField
        label={t`The link works for`}
        name="hours"
        options={HOURS}
        value={hours}
        onChange={setHours}
      />
    </ConfirmDialog>
  );
};

interface HandoverMadeDialogProps {
  readonly handover: IssuedHandoverDto;
  readonly onClose: () => void;
}

/** Shows the link, which cannot be shown again. */
export const HandoverMadeDialog = ({ handover: { link, expiresAt }, onClose }: HandoverMadeDialogProps) => (
  <ShownOnceDialog
    title={t`The link is ready`}
    warning={
      <Trans>
        Send it to the person who sets the other system up. It can be opened once, until{' '}
        <When value={expiresAt} />; the key’s page shows when and from where it was opened.
      </Trans>
    }
    done={t`I have copied the link`}
    maxWidth="sm"
    onClose={onClose}
  >
    <ShownOnce label={t`Link`} text={link} what={t`the link`} />
  </ShownOnceDialog>
);
