import { Trans } from '@lingui/react/macro';
import PersonAddIcon from '@mui/icons-material/PersonAdd';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import type { IssuedInvitationDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { InviteDialog } from './invite-dialog';
import { InvitedDialog } from './invited-dialog';

/** Asks who is invited, then shows the link. */
export const InviteButton = () => {
  const [inviting, setInviting] = useState(false);
  const [issued, setIssued] = useState<IssuedInvitationDto>();
  const refresh = useRefresh();
  return (
    <IfMay act="administer">
      <Button
        variant="contained"
        startIcon={<PersonAddIcon />}
        onClick={() => {
          setInviting(true);
        }}
      >
        <Trans>Invite a colleague</Trans>
      </Button>
      {inviting && (
        <InviteDialog
          onClose={() => {
            setInviting(false);
          }}
          onInvited={(invitation) => {
            setIssued(invitation);
            refresh();
          }}
        />
      )}
      {issued !== undefined && (
        <InvitedDialog
          invitation={issued}
          onClose={() => {
            setIssued(undefined);
          }}
        />
      )}
    </IfMay>
  );
};
