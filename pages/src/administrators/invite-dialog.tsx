import TextField from '@mui/material/TextField';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { FormDialog } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';
import type { IssuedInvitation } from './model';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (invitation: IssuedInvitation) => void;
}

const FIELDS = [
  { name: 'email', label: 'E-mail address', hint: 'Of somebody of your university.' },
  { name: 'firstName', label: 'First name', hint: 'Only for somebody without an account.' },
  { name: 'lastName', label: 'Last name', hint: 'Only for somebody without an account.' },
] as const;

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const api = useAdminApi();
  const [values, setValues] = useState({ email: '', firstName: '', lastName: '' });
  const { submit, busy, message, errors } = useSubmit(async () => {
    const given = Object.entries(values).filter(([name, text]) => name === 'email' || text.trim() !== '');
    const { data } = await api.post<IssuedInvitation>('invitations', Object.fromEntries(given));
    onInvited(data);
    onClose();
  });
  return (
    <FormDialog
      title="Invite an administrator"
      action="Make the invitation"
      busy={busy}
      message={message}
      onClose={onClose}
      onSubmit={() => {
        void submit();
      }}
    >
      {FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          required={name === 'email'}
          autoFocus={name === 'email'}
          type={name === 'email' ? 'email' : 'text'}
          label={label}
          value={values[name]}
          error={errors[name] !== undefined}
          helperText={errors[name] ?? hint}
          onChange={(event) => {
            setValues({ ...values, [name]: event.target.value });
          }}
        />
      ))}
    </FormDialog>
  );
};
