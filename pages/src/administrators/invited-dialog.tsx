import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { IssuedInvitationDto } from '../api/openapi';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { When } from '../ui/when';

interface InvitedDialogProps {
  readonly invitation: IssuedInvitationDto;
  readonly onClose: () => void;
}

/** Shows the link of the invitation, which cannot be shown again. */
export const InvitedDialog = ({ invitation, onClose }: InvitedDialogProps) => (
  <ShownOnceDialog
    title={t`Invitation for ${invitation.email}`}
    warning={
      <Trans>
        Copy the link now and send it to the invited person: it is not shown again. It can be used once, until{' '}
        <When value={invitation.expiresAt} />.
      </Trans>
    }
    done={t`I have copied the link`}
    maxWidth="sm"
    onClose={onClose}
  >
    <ShownOnce label={t`Link`} text={invitation.link} what={t`the link`} />
  </ShownOnceDialog>
);
