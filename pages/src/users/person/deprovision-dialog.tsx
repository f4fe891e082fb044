import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../../api/data-provider';
import type { AccountStatusDto, UserDto } from '../../api/openapi';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { AffectedStudents } from './affected-students';

export interface StatusDialogProps {
  readonly user: UserDto;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Ends the access of a user, and shows first which students lose a member of their committee. */
export const DeprovisionDialog = ({ user, onDone, onClose }: StatusDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const deprovision = async () => {
    const body: AccountStatusDto = { accountStatus: 'inactive' };
    await api.patch(`users/${encodeURIComponent(user.id)}`, body);
    notify(t`${user.name} is de-provisioned`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t`De-provision ${user.name}?`}
      confirm={t`De-provision`}
      onConfirm={deprovision}
      onClose={onClose}
    >
      <Typography>
        <Trans>
          The user can no longer log in, and open sessions end at once. No data is deleted, and the user can
          be restored.
        </Trans>
      </Typography>
      {user.accountType !== 'Student' && <AffectedStudents userId={user.id} />}
    </ConfirmDialog>
  );
};
