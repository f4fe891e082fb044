import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';

import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';

/** Shown while de-provisionings are held. */
export const HeldAlert = ({ count }: { readonly count: number }) => {
  if (count === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      <AlertTitle>
        <Trans>De-provisionings are held</Trans>
      </AlertTitle>
      <Trans>
        <Plural value={count} one="# user stays" other="# users stay" /> active until an administrator
        decides, because the SIS asked to de-provision more users than the settings allow.{' '}
        <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>
      </Trans>
    </Alert>
  );
};
