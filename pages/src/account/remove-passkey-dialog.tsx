import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto, PasskeyDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';
import { useProof } from './use-proof';

interface RemovePasskeyDialogProps {
  readonly account: AccountDto;
  readonly passkey: PasskeyDto;
  readonly onClose: () => void;
}

export const RemovePasskeyDialog = ({ account, passkey, onClose }: RemovePasskeyDialogProps) => {
  const api = useAdminApi();
  const { fields, prove } = useProof(account);
  const { name, passkeyId } = passkey;
  const submission = useSubmit(async () => {
    await api.post(`account/passkeys/${encodeURIComponent(passkeyId)}/remove`, await prove());
    onClose();
  });
  const isLast = account.passkeys.length === 1 && !account.hasApp;
  return (
    <FormDialog
      title={t`Remove the passkey ${name}`}
      action={t`Remove the passkey`}
      submission={submission}
      onClose={onClose}
    >
      {isLast && (
        <Typography>
          <Trans>It is your last second factor: from then on the password alone logs you in.</Trans>
        </Typography>
      )}
      {fields}
    </FormDialog>
  );
};
