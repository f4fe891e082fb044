import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { HoldRowDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';

/** Takes the decision about a hold back, after a confirmation. */
export const TakeBackButton = ({
  status,
  onTakeBack,
}: Pick<HoldRowDto, 'status'> & { readonly onTakeBack: () => Promise<void> }) => {
  const [open, setOpen] = useState(false);
  return (
    <IfMay act="operate">
      <Button
        size="small"
        variant="outlined"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>Take back</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        title={t`Take the decision back?`}
        confirm={t`Take back`}
        onConfirm={onTakeBack}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>
          {status === 'released'
            ? t`The user is active again, and the de-provisioning waits for a decision.`
            : t`The de-provisioning waits for a decision again.`}
        </Typography>
      </ConfirmDialog>
    </IfMay>
  );
};
