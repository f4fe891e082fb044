import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import type { TargetSystemDto } from '../api/openapi';
import { When } from '../ui/when';

/** Who paused the system, and why. */
export const PauseNote = ({ system: { paused } }: { readonly system: TargetSystemDto }) => {
  if (paused === null) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      {paused.reason === null ? (
        <Trans>
          Paused on <When value={paused.at} /> by {paused.byLabel}.
        </Trans>
      ) : (
        <Trans>
          Paused on <When value={paused.at} /> by {paused.byLabel}: {paused.reason}
        </Trans>
      )}{' '}
      <Trans>Connectors are handed nothing until it is resumed.</Trans>
    </Alert>
  );
};
