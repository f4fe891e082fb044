import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { IssuedInvitationDto, PendingInvitationDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { RowMenu } from '../ui/row-menu';
import { InvitedDialog } from './invited-dialog';

/** Makes the link of an invitation anew, or withdraws it. */
export const InvitationActions = ({ invitation }: { readonly invitation: PendingInvitationDto }) => {
  const api = useAdminApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const mayAdminister = useMay('administer');
  const [issued, setIssued] = useState<IssuedInvitationDto>();
  const [withdrawing, setWithdrawing] = useState(false);
  if (!mayAdminister) return null;
  const again = () => {
    const path = `invitations/${encodeURIComponent(invitation.userId)}/again`;
    api.post<IssuedInvitationDto>(path).then(
      ({ data }) => {
        setIssued(data);
      },
      (error: unknown) => {
        notify(messageOf(error), { type: 'error' });
      },
    );
  };
  return (
    <>
      <RowMenu
        of={t`the invitation of ${invitation.firstName} ${invitation.lastName}`}
        actions={[
          { label: t`Make a new link`, onChoose: again },
          {
            label: t`Withdraw`,
            danger: true,
            onChoose: () => {
              setWithdrawing(true);
            },
          },
        ]}
      />
      {issued !== undefined && (
        <InvitedDialog
          invitation={issued}
          onClose={() => {
            setIssued(undefined);
            refresh();
          }}
        />
      )}
      {withdrawing && (
        <WithdrawDialog
          invitation={invitation}
          onDone={refresh}
          onClose={() => {
            setWithdrawing(false);
          }}
        />
      )}
    </>
  );
};

interface WithdrawDialogProps {
  readonly invitation: PendingInvitationDto;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const WithdrawDialog = ({ invitation, onClose, onDone }: WithdrawDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const { userId, firstName, lastName, role } = invitation;
  const [removesRole, setRemovesRole] = useState(role !== null);
  const withdraw = async () => {
    const id = encodeURIComponent(userId);
    // Removing the role withdraws the invitation too.
    await api.remove(removesRole ? `administrators/${id}/role` : `invitations/${id}`);
    notify(t`The invitation of ${firstName} ${lastName} is withdrawn`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t`Withdraw the invitation of ${firstName} ${lastName}?`}
      confirm={t`Withdraw the invitation`}
      onConfirm={withdraw}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1 }}>
        <Trans>The link stops working at once.</Trans>
      </Typography>
      {role !== null && (
        <FormControlLabel
          label={t`Also remove the role, with which they could log in by single sign-on`}
          control={
            <Checkbox
              checked={removesRole}
              onChange={(_event, checked) => {
                setRemovesRole(checked);
              }}
            />
          }
        />
      )}
    </ConfirmDialog>
  );
};
