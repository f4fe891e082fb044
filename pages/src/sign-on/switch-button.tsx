import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { useProof } from '../account/use-proof';
import { useAdminApi } from '../api/data-provider';
import type { AccountDto, SignOnSetUpDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';

interface SwitchProps {
  readonly to: 'on' | 'off';
  /** What the dialog asks. */
  readonly title: string;
  /** The words on the button of the dialog. */
  readonly action: string;
  /** What is shown when it is done. */
  readonly done: string;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
  /** What the switch means. */
  readonly children: ReactNode;
}

interface SwitchDialogProps extends SwitchProps {
  readonly account: AccountDto;
  readonly onClose: () => void;
}

const SwitchDialog = (props: SwitchDialogProps) => {
  const { account, to, title, action, done, onChanged, onClose, children } = props;
  const api = useAdminApi();
  const notify = useNotify();
  const { fields, prove } = useProof(account);
  const submission = useSubmit(async () => {
    const proof = account.hasPassword ? await prove() : {};
    const { data } = await api.post<SignOnSetUpDto>(`sign-on/switch-${to}`, proof);
    onClose();
    onChanged(data);
    notify(done, { type: 'success' });
  });
  return (
    <FormDialog title={title} action={action} submission={submission} onClose={onClose}>
      <Typography>{children}</Typography>
      {account.hasPassword && fields}
    </FormDialog>
  );
};

interface SwitchButtonProps extends SwitchProps {
  readonly label: string;
}

/** Switches single sign-on, when an account that has a password has proved that its user is asking. */
export const SwitchButton = ({ label, ...props }: SwitchButtonProps) => {
  const api = useAdminApi();
  const [asking, setAsking] = useState(false);
  const { data: account } = useQuery({
    queryKey: ['account'],
    queryFn: async () => (await api.get<AccountDto>('account')).data,
    retry: false,
  });
  return (
    <>
      <Button
        {...(props.to === 'on' ? { variant: 'contained' } : { variant: 'outlined', color: 'error' })}
        loading={asking && account === undefined}
        onClick={() => {
          setAsking(true);
        }}
      >
        {label}
      </Button>
      {asking && account !== undefined && (
        <SwitchDialog
          {...props}
          account={account}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
};
