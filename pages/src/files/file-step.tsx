import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

import { Bar } from '../ui/form';
import { DropZone } from './drop-zone';

interface FileStepProps {
  /** The name of the file that is chosen already. */
  readonly chosen: string | undefined;
  /** Whether the page was loaded again, so that it has lost its file. */
  readonly isLost: boolean;
  readonly onFile: (file: File) => void;
  readonly onContinue: () => void;
}

/** Takes a file, or continues with the one that is chosen. */
export const FileStep = ({ chosen, isLost, onFile, onContinue }: FileStepProps) => (
  <>
    {isLost && chosen === undefined && (
      <Alert severity="info" role="status" sx={{ mb: 2 }}>
        <Trans>The page was loaded again, and keeps no file: choose the file again.</Trans>
      </Alert>
    )}
    {chosen !== undefined && (
      <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        <Trans>
          The file is <strong>{chosen}</strong>. What was chosen for it is kept, until you take another one.
        </Trans>
      </Typography>
    )}
    <DropZone isPrimary={chosen === undefined} onFile={onFile} />
    {chosen !== undefined && (
      <Bar>
        <Button variant="contained" onClick={onContinue}>
          <Trans>Continue with this file</Trans>
        </Button>
      </Bar>
    )}
  </>
);
