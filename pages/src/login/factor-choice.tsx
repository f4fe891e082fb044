import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { AddAppDialog } from '../account/add-app-dialog';
import { AddPasskeyDialog } from '../account/add-passkey-dialog';
import { useAdminApi } from '../api/data-provider';
import type { AccountDto } from '../api/openapi';
import { OFFERS_PASSKEYS } from '../api/passkeys';
import { Loaded } from '../ui/loaded';
import { PageLoading } from '../ui/page-loading';

const DIALOGS = { app: AddAppDialog, passkey: AddPasskeyDialog };

interface FactorChoiceProps {
  /** Called once the account has a second factor. */
  readonly onDone: () => void;
}

/** The second factors that an account may get, which has none. */
export const FactorChoice = ({ onDone }: FactorChoiceProps) => {
  const api = useAdminApi();
  const answer = useQuery({
    queryKey: ['account'],
    queryFn: async () => (await api.get<AccountDto>('account')).data,
    retry: false,
    gcTime: 0,
  });
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const { data, refetch } = answer;
  // Not while a dialog shows the recovery codes.
  const isDone = open === undefined && data !== undefined && (data.hasApp || data.passkeys.length > 0);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  const Dialog = open === undefined ? undefined : DIALOGS[open];
  return (
    <Loaded answer={answer} loading={<PageLoading />}>
      {(account) => (
        <>
          {account.hasPassword ? (
            <>
              <Typography sx={{ mb: 1 }}>
                {OFFERS_PASSKEYS ? (
                  <Trans>
                    A passkey is your fingerprint, your face, the PIN of a device or a security key. An app on
                    your phone shows six digits, and comes with recovery codes.
                  </Trans>
                ) : (
                  <Trans>An app on your phone shows six digits, and comes with recovery codes.</Trans>
                )}
              </Typography>
              {OFFERS_PASSKEYS && (
                <Button
                  variant="contained"
                  fullWidth
                  onClick={() => {
                    setOpen('passkey');
                  }}
                >
                  <Trans>Add a passkey</Trans>
                </Button>
              )}
              <Button
                variant={OFFERS_PASSKEYS ? 'outlined' : 'contained'}
                fullWidth
                onClick={() => {
                  setOpen('app');
                }}
              >
                <Trans>Add an authenticator app</Trans>
              </Button>
            </>
          ) : (
            <Typography>
              <Trans>Your account has no password. Log out, and log in by single sign-on again.</Trans>
            </Typography>
          )}
          {Dialog !== undefined && (
            <Dialog
              account={account}
              onClose={() => {
                void refetch().finally(() => {
                  setOpen(undefined);
                });
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
};
