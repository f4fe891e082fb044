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
  const { submit, busy, message, errors } = useSubmit(async () => {
    await api.post(`account/passkeys/${encodeURIComponent(passkeyId)}/remove`, await prove());
    onClose();
  });
  const isLast = account.passkeys.length === 1 && !account.hasApp;
  const isBesideItsField = 'currentPassword' in errors || 'code' in errors;
  return (
    <FormDialog
      title={t`Remove the passkey ${name}`}
      action={t`Remove the passkey`}
      busy={busy}
      message={isBesideItsField ? undefined : message}
      onClose={onClose}
      onSubmit={() => {
        void submit();
      }}
    >
      {isLast && (
        <Typography>
          <Trans>It is your last second factor: from then on the password alone logs you in.</Trans>
        </Typography>
      )}
      {fields(errors)}
    </FormDialog>
  );
};
