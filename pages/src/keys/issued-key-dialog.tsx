import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { IssuedKeyDto } from '../api/openapi';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { curlLine } from './labels';

interface IssuedKeyDialogProps {
  readonly issued: IssuedKeyDto;
  readonly onClose: () => void;
  /** Instead of copying the secret. */
  readonly onHandOver: () => void;
}

/** Shows the secret, which cannot be shown again. */
export const IssuedKeyDialog = ({ issued, onClose, onHandOver }: IssuedKeyDialogProps) => (
  <ShownOnceDialog
    title={t`The key “${issued.label}” is ready`}
    warning={
      <Trans>
        Copy the secret now: it is not stored and cannot be shown again. If a colleague sets up the other
        system, hand the key over by a link instead of sending the secret.
      </Trans>
    }
    done={t`I have stored the secret`}
    other={
      <Button onClick={onHandOver}>
        <Trans>Hand over by link</Trans>
      </Button>
    }
    maxWidth="md"
    onClose={onClose}
  >
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <ShownOnce label={t`Key`} text={issued.apiKey} what={t`the key`} />
      <ShownOnce label={t`Secret`} text={issued.apiSecret} what={t`the secret`} />
      <ShownOnce label={t`Try it in a terminal`} text={curlLine(issued)} what={t`the curl line`} />
    </Box>
  </ShownOnceDialog>
);
