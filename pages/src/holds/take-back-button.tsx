import { t } from '@lingui/core/macro';
import Typography from '@mui/material/Typography';

import type { HoldRowDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmButton } from '../ui/confirm-button';

/** Takes the decision about a hold back, after a confirmation. */
export const TakeBackButton = ({
  status,
  onTakeBack,
}: Pick<HoldRowDto, 'status'> & { readonly onTakeBack: () => Promise<void> }) => (
  <IfMay act="operate">
    <ConfirmButton
      label={t`Take back`}
      button={{ variant: 'outlined' }}
      title={t`Take the decision back?`}
      confirm={t`Take back`}
      onConfirm={onTakeBack}
    >
      <Typography>
        {status === 'released'
          ? t`The user is active again, and the de-provisioning waits for a decision.`
          : t`The de-provisioning waits for a decision again.`}
      </Typography>
    </ConfirmButton>
  </IfMay>
);
