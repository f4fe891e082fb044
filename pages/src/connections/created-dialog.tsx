import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import type { CreatedConnectionDto } from '../api/openapi';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { Steps } from '../ui/steps';
import { DIRECTORY_PROVIDERS, type DirectoryProvider } from './providers';

interface CreatedDialogProps {
  readonly created: CreatedConnectionDto;
  readonly provider: DirectoryProvider;
  readonly onClose: () => void;
}

/** Shows the token, which cannot be shown again, and where it goes. */
export const CreatedDialog = ({ created, provider, onClose }: CreatedDialogProps) => (
  <ShownOnceDialog
    title={t`The connection “${created.label}” is ready`}
    warning={t`Copy the token now: it is not stored and cannot be shown again.`}
    done={t`I have stored the token`}
    maxWidth="md"
    onClose={onClose}
  >
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <ShownOnce label="URL" text={created.url} what={t`the URL`} />
      <ShownOnce label={t`Token`} text={created.token} what={t`the token`} />
      <Steps
        label={t`At ${DIRECTORY_PROVIDERS[provider].label}`}
        steps={DIRECTORY_PROVIDERS[provider].steps}
      />
    </Box>
  </ShownOnceDialog>
);
