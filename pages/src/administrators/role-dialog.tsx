import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { AdministratorDto, ChangeRoleDto } from '../api/openapi';
import { type AdministrationRole, ROLES } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { keysOf } from '../ui/options';
import { SelectField } from '../ui/select-field';

export const ROLE_OPTIONS = keysOf(ROLES).map((role) => ({
  value: role,
  label: `${ROLES[role].label} – ${ROLES[role].hint}`,
}));

interface RoleDialogProps {
  readonly person: AdministratorDto;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const nameOf = ({ firstName, lastName }: Pick<AdministratorDto, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

const pathOf = ({ userId }: AdministratorDto, rest: string) =>
  `administrators/${encodeURIComponent(userId)}/${rest}`;

export const ChangeRoleDialog = ({ person, onClose, onDone }: RoleDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const [role, setRole] = useState<AdministrationRole>(person.role);
  const change = async () => {
    const body: ChangeRoleDto = { role };
    await api.put(pathOf(person, 'role'), body);
    notify(t`${nameOf(person)} is ${ROLES[role].label.toLowerCase()} now`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={t`Role of ${nameOf(person)}`}
      confirm={t`Change the role`}
      onConfirm={change}
      onClose={onClose}
    >
      <SelectField
        label={t`Role`}
        name="role"
        options={ROLE_OPTIONS}
        value={role}
        onChange={setRole}
        sx={{ mt: 1 }}
      />
    </ConfirmDialog>
  );
};

export const RemoveRoleDialog = ({ person, onClose, onDone }: RoleDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const remove = async () => {
    await api.remove(pathOf(person, 'role'));
    notify(t`${nameOf(person)} can no longer open these pages`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t`Remove the role of ${nameOf(person)}?`}
      confirm={t`Remove the role`}
      onConfirm={remove}
      onClose={onClose}
    >
      <Typography>
        <Trans>
          They can no longer open these pages, and their sessions end. The account stays active, with the
          usual role of its account type.
        </Trans>
      </Typography>
    </ConfirmDialog>
  );
};

export const RemoveFactorsDialog = ({ person, onClose, onDone }: RoleDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const remove = async () => {
    await api.remove(pathOf(person, 'second-factor'));
    notify(t`${nameOf(person)} logs in with the password alone now`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t`Remove the second factors of ${nameOf(person)}?`}
      confirm={t`Remove the second factors`}
      onConfirm={remove}
      onClose={onClose}
    >
      <Typography>
        <Trans>
          The authenticator app and all passkeys, for a user who has lost them. Make sure by another way that
          it is them who is asking.
        </Trans>
      </Typography>
    </ConfirmDialog>
  );
};
