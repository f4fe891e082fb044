import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { AccountStatusDto, UserDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';

interface StatusDialogProps {
  readonly user: UserDto;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** De-provisions a user who is active, and restores one who is not. */
export const StatusDialog = ({ user, onDone, onClose }: StatusDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const isActive = user.accountStatus === 'active';
  const change = async () => {
    const body: AccountStatusDto = { accountStatus: isActive ? 'inactive' : 'active' };
    await api.patch(`users/${encodeURIComponent(user.id)}`, body);
    notify(isActive ? `${user.name} is de-provisioned` : `${user.name} is restored`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      danger={isActive}
      title={isActive ? `De-provision ${user.name}?` : `Restore ${user.name}?`}
      confirm={isActive ? 'De-provision' : 'Restore'}
      onConfirm={change}
      onClose={onClose}
    >
      <Typography>
        {isActive
          ? 'The user can no longer log in, and open sessions end at once. No data is deleted, and the user can be ' +
            'restored.'
          : 'The user can log in again with the same password.'}
      </Typography>
    </ConfirmDialog>
  );
};
