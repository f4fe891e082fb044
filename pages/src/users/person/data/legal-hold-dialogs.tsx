import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../../../api/data-provider';
import type { SetLegalHoldDto } from '../../../api/openapi';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { TextInput } from '../../../ui/text-input';

interface LegalHoldDialogProps {
  readonly userId: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const LONGEST_REASON = 500;

/** Asks why the data is kept. */
export const LegalHoldDialog = ({ userId, onDone, onClose }: LegalHoldDialogProps) => {
  const api = useAdminApi();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title={t`Set a legal hold on ${userId}?`}
      confirm={t`Set the legal hold`}
      isReady={reason.trim() !== ''}
      onConfirm={async () => {
        const body: SetLegalHoldDto = { reason: reason.trim() };
        await api.put(`users/${encodeURIComponent(userId)}/legal-hold`, body);
        onDone();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t`Reason`}
        name="reason"
        value={reason}
        onChange={setReason}
        hint={t`Administrators and auditors see it.`}
        slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
        fullWidth
        required
        margin="dense"
      />
    </ConfirmDialog>
  );
};

export const RemoveLegalHoldDialog = ({ userId, onDone, onClose }: LegalHoldDialogProps) => {
  const api = useAdminApi();
  return (
    <ConfirmDialog
      open
      danger
      title={t`Remove the legal hold on ${userId}?`}
      confirm={t`Remove the legal hold`}
      onConfirm={async () => {
        await api.remove(`users/${encodeURIComponent(userId)}/legal-hold`);
        onDone();
      }}
      onClose={onClose}
    >
      <Typography>
        <Trans>The data can be erased then, also by age.</Trans>
      </Typography>
    </ConfirmDialog>
  );
};
