import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { IssuedInvitationDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (invitation: IssuedInvitationDto) => void;
}

const NEW_USERS_ONLY = 'Needed only when no user has this e-mail address.';

const FIELDS = [
  { name: 'email', label: 'E-mail address', hint: 'The e-mail address of the person to invite.' },
  { name: 'firstName', label: 'First name', hint: NEW_USERS_ONLY },
  { name: 'lastName', label: 'Last name', hint: NEW_USERS_ONLY },
] as const;

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const api = useAdminApi();
  const [values, setValues] = useState({ email: '', firstName: '', lastName: '' });
  const { submit, busy, message, errors } = useSubmit(async () => {
    const given = Object.entries(values).filter(([name, text]) => name === 'email' || text.trim() !== '');
    const { data } = await api.post<IssuedInvitationDto>('invitations', Object.fromEntries(given));
    onInvited(data);
    onClose();
  });
  return (
    <FormDialog
      title="Invite an administrator"
      action="Create the invitation"
      busy={busy}
      message={message}
      onClose={onClose}
      onSubmit={() => {
        void submit();
      }}
    >
      {FIELDS.map(({ name, label, hint }) => (
        <TextInput
          key={name}
          required={name === 'email'}
          autoFocus={name === 'email'}
          type={name === 'email' ? 'email' : 'text'}
          label={label}
          value={values[name]}
          error={errors[name]}
          hint={hint}
          onChange={(text) => {
            setValues({ ...values, [name]: text });
          }}
        />
      ))}
    </FormDialog>
  );
};
