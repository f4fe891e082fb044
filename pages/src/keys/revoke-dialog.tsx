import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { ApiKeyDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { When } from '../ui/when';

interface RevokeDialogProps {
  readonly apiKey: ApiKeyDto;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

export const RevokeDialog = ({ apiKey: key, onClose, onRevoked }: RevokeDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const revoke = async () => {
    await api.post(`keys/${encodeURIComponent(key.apiKey)}/revoke`);
    notify(t`Key “${key.label}” is revoked`, { type: 'success' });
    onRevoked();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t`Revoke “${key.label}”?`}
      confirm={t`Revoke the key`}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1 }}>
        <Trans>
          Within 5 seconds every call with this key is refused. This cannot be undone; a system that still
          uses the key can no longer call the API.
        </Trans>
      </Typography>
      <Typography color="textSecondary">
        <Trans>
          Last used: <When value={key.lastUsedAt} none={t`never`} />
        </Trans>
      </Typography>
    </ConfirmDialog>
  );
};
