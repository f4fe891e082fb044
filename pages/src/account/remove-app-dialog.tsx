import { t } from '@lingui/core/macro';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';
import { useProof } from './use-proof';

interface RemoveAppDialogProps {
  readonly account: AccountDto;
  readonly onClose: () => void;
}

export const RemoveAppDialog = ({ account, onClose }: RemoveAppDialogProps) => {
  const api = useAdminApi();
  const { fields, prove } = useProof(account);
  const submission = useSubmit(async () => {
    await api.post('account/second-factor/remove', await prove());
    onClose();
  });
  return (
    <FormDialog
      title={t`Remove the authenticator app`}
      action={t`Remove the app`}
      submission={submission}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
};
