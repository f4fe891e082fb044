import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { HttpError } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { IssuedInvitationDto } from '../api/openapi';
import type { AdministrationRole } from '../api/roles';
import { FormDialog } from '../ui/form-dialog';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { ROLE_OPTIONS } from './role-dialog';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (invitation: IssuedInvitationDto) => void;
}

/** No role is chosen until an administrator chooses it. */
const ROLES = [{ value: '', label: t`Choose a role` } as const, ...ROLE_OPTIONS];

function withoutRole(): HttpError {
  const errors = { role: t`Choose a role: it decides what the colleague may do.` };
  return new HttpError(t`Nothing was created yet.`, 400, { code: 'VALIDATION_FAILED', errors });
}

const NEW_USERS_ONLY = t`Needed only when no user has this e-mail address.`;

const FIELDS = [
  { name: 'email', label: t`E-mail address`, hint: t`The e-mail address of the person to invite.` },
  { name: 'firstName', label: t`First name`, hint: NEW_USERS_ONLY },
  { name: 'lastName', label: t`Last name`, hint: NEW_USERS_ONLY },
] as const;

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const api = useAdminApi();
  const [role, setRole] = useState<AdministrationRole | ''>('');
  const [values, setValues] = useState({ email: '', firstName: '', lastName: '' });
  const submission = useSubmit(async () => {
    if (role === '') throw withoutRole();
    const given = Object.entries(values).filter(([name, text]) => name === 'email' || text.trim() !== '');
    const { data } = await api.post<IssuedInvitationDto>('invitations', {
      ...Object.fromEntries(given),
      role,
    });
    onInvited(data);
    onClose();
  });
  return (
    <FormDialog
      title={t`Invite a colleague`}
      action={t`Create the invitation`}
      submission={submission}
      onClose={onClose}
    >
      {FIELDS.map(({ name, label, hint }) => (
        <TextInput
          key={name}
          required={name === 'email'}
          autoFocus={name === 'email'}
          type={name === 'email' ? 'email' : 'text'}
          label={label}
          value={values[name]}
          name={name}
          hint={hint}
          onChange={(text) => {
            setValues({ ...values, [name]: text });
          }}
        />
      ))}
      <SelectField label={t`Role`} options={ROLES} value={role} name="role" onChange={setRole} />
    </FormDialog>
  );
};
