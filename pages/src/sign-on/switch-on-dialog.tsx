import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';

import { useProof } from '../account/use-proof';
import { useAdminApi } from '../api/data-provider';
import type { AccountDto, SignOnSetUpDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';

interface SwitchOnDialogProps {
  readonly account: AccountDto;
  readonly onClose: () => void;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
}

/** Asks for the proof of an account that has a password. */
export const SwitchOnDialog = ({ account, onClose, onChanged }: SwitchOnDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const { fields, prove } = useProof(account);
  const submission = useSubmit(async () => {
    const proof = account.hasPassword ? await prove() : {};
    onChanged((await api.post<SignOnSetUpDto>('sign-on/switch-on', proof)).data);
    notify(t`Single sign-on is on`, { type: 'success' });
  });
  return (
    <FormDialog
      title={t`Switch single sign-on on?`}
      action={t`Switch it on`}
      submission={submission}
      onClose={onClose}
    >
      <Typography>
        <Trans>From then on, this provider decides who logs in as which colleague.</Trans>
      </Typography>
      {account.hasPassword && fields}
    </FormDialog>
  );
};
