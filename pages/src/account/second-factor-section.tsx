import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { AccountDto } from '../api/openapi';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { AddAppDialog } from './add-app-dialog';
import { RemoveAppDialog } from './remove-app-dialog';

interface SecondFactorSectionProps {
  readonly account: AccountDto;
  readonly onChanged: () => void;
}

/** A code of an app on the phone, beside the password. */
export const SecondFactorSection = ({ account, onChanged }: SecondFactorSectionProps) => {
  const { hasPassword, hasApp, recoveryCodesLeft } = account;
  const [open, setOpen] = useState<'add' | 'remove'>();
  const close = () => {
    setOpen(undefined);
    onChanged();
  };
  return (
    <Section
      title={t`Authenticator app`}
      intro={t`With an app on your phone, a person who learns your password cannot log in with it.`}
      actions={
        <StatusChip value={hasApp ? 'active' : 'inactive'} label={hasApp ? t`In use` : t`Not in use`} />
      }
    >
      {!hasPassword && (
        <Typography>
          <Trans>You log in by single sign-on; your university’s provider asks for further factors.</Trans>
        </Typography>
      )}
      {hasPassword && !hasApp && (
        <Button
          variant="contained"
          onClick={() => {
            setOpen('add');
          }}
        >
          <Trans>Add an authenticator app</Trans>
        </Button>
      )}
      {hasApp && (
        <>
          <Typography sx={{ mb: 1 }}>
            <Trans>
              {recoveryCodesLeft} recovery codes are left. To get new ones, remove the app and add it again.
            </Trans>
          </Typography>
          <Button
            variant="outlined"
            color="error"
            onClick={() => {
              setOpen('remove');
            }}
          >
            <Trans>Remove the app</Trans>
          </Button>
        </>
      )}
      {open === 'add' && <AddAppDialog account={account} onClose={close} />}
      {open === 'remove' && <RemoveAppDialog account={account} onClose={close} />}
    </Section>
  );
};
