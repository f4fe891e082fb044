import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import type { HandoverDto } from '../api/openapi';
import { When } from '../ui/when';

/** What became of the link by which the key was handed over. */
export const HandoverNote = ({ handover }: { readonly handover: HandoverDto | null }) => {
  if (handover === null) return null;
  const { openedAt, openedFrom, expiresAt, createdByLabel } = handover;
  if (openedAt !== null)
    return (
      <Alert severity="success" sx={{ mb: 2 }}>
        <Trans>
          The link of {createdByLabel} was opened on <When value={openedAt} /> from {openedFrom}. If that was
          not the right person, revoke the key.
        </Trans>
      </Alert>
    );
  const hasExpired = new Date(expiresAt) <= new Date();
  return (
    <Alert severity={hasExpired ? 'warning' : 'info'} sx={{ mb: 2 }}>
      {hasExpired ? (
        <Trans>The link was not opened and has expired; the key has no secret. Make a new link.</Trans>
      ) : (
        <Trans>
          {createdByLabel} made a link that was not opened yet, so the key has no secret. The link works until{' '}
          <When value={expiresAt} />.
        </Trans>
      )}
    </Alert>
  );
};
