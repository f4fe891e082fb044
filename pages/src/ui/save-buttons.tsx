import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { IfMay } from '../api/roles';
import { UnsavedChanges } from './unsaved-changes';

interface SaveButtonsProps {
  readonly label: string;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly onDiscard?: () => void;
}

/**
 * At the end of a form, for administrators; they are enabled when something has changed, and the page then asks before
 * it is left.
 */
export const SaveButtons = ({ label, isChanged, busy, onDiscard }: SaveButtonsProps) => (
  <IfMay act="administer">
    <UnsavedChanges when={isChanged && !busy} />
    <Box sx={{ display: 'flex', gap: 1, mb: 3 }}>
      <Button type="submit" variant="contained" loading={busy} disabled={!isChanged}>
        {label}
      </Button>
      {onDiscard !== undefined && (
        <Button disabled={!isChanged || busy} onClick={onDiscard}>
          <Trans>Discard my changes</Trans>
        </Button>
      )}
    </Box>
  </IfMay>
);
