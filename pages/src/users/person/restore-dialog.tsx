import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../../api/data-provider';
import type { AccountStatusDto, InactiveAtSourceDto, PersonStatusDto } from '../../api/openapi';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { RunLink } from '../../ui/run-link';
import type { StatusDialogProps } from './deprovision-dialog';
import { KeepActiveUntil } from '../../ui/dates/keep-active-until';

const RestoreHint = () => (
  <Trans>Optional. Up to this day feeds, uploads and identity providers do not de-provision the user.</Trans>
);

/** That the next feed undoes what is about to be done. */
const Warning = ({ source }: { readonly source: InactiveAtSourceDto }) => (
  <Alert severity="warning" role="note" sx={{ mt: 2 }}>
    {source.kind === 'connection'
      ? t`The identity provider ${source.actorLabel} says that this user is inactive`
      : t`The feed ${source.actorLabel} says that this user is inactive`}
    {source.run !== null && (
      <>
        {' '}
        <Trans>
          (run <RunLink run={source.latestRun ?? source.run} />)
        </Trans>
      </>
    )}
    . <Trans>Its next row will de-provision the user again, unless you keep them active until a day.</Trans>
  </Alert>
);

type RestoreDialogProps = StatusDialogProps & { readonly status: PersonStatusDto };

/** Gives a user access again; warns when a source will take it away at once. */
export const RestoreDialog = ({ user, status, onDone, onClose }: RestoreDialogProps) => {
  const { inactiveAtSource, awaitSourceDays, today } = status;
  const [until, setUntil] = useState('');
  const api = useAdminApi();
  const notify = useNotify();
  const restore = async () => {
    const body: AccountStatusDto = {
      accountStatus: 'active',
      ...(until === '' ? {} : { keepActiveUntil: until }),
    };
    await api.patch(`users/${encodeURIComponent(user.id)}`, body);
    notify(t`${user.name} is restored`, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={t`Restore ${user.name}?`}
      confirm={until === '' ? t`Restore` : t`Restore and keep active`}
      onConfirm={restore}
      onClose={onClose}
    >
      <Typography>
        <Trans>The user can log in again with the same password.</Trans>
      </Typography>
      {inactiveAtSource !== null && awaitSourceDays === 0 && <Warning source={inactiveAtSource} />}
      {inactiveAtSource !== null && awaitSourceDays > 0 && (
        <Typography sx={{ mt: 2 }}>
          <Trans>
            By the settings of the university its source does not undo this for {awaitSourceDays} days.
          </Trans>
        </Typography>
      )}
      <KeepActiveUntil value={until} today={today} hint={<RestoreHint />} onChange={setUntil} />
    </ConfirmDialog>
  );
};

/** Sets until when an active user is kept so, or ends it. */
export const KeepActiveDialog = ({ user, status, onDone, onClose }: RestoreDialogProps) => {
  const [until, setUntil] = useState(status.keepActive?.until ?? '');
  const api = useAdminApi();
  const notify = useNotify();
  const save = async () => {
    const body: AccountStatusDto = { accountStatus: 'active', keepActiveUntil: until === '' ? null : until };
    await api.patch(`users/${encodeURIComponent(user.id)}`, body);
    notify(until === '' ? t`Sources decide about the access again` : t`${user.name} is kept active`, {
      type: 'success',
    });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={t`Keep ${user.name} active`}
      confirm={until === '' ? t`Keep no longer` : t`Keep active`}
      onConfirm={save}
      onClose={onClose}
    >
      <Typography>
        <Trans>
          Whatever a feed, an upload or an identity provider says, the user stays active up to the end of this
          day. An empty date ends it.
        </Trans>
      </Typography>
      <KeepActiveUntil value={until} today={status.today} hint={<RestoreHint />} onChange={setUntil} />
    </ConfirmDialog>
  );
};
