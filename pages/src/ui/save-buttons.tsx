import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';

import { SubmitButton } from './form';
import { useSubmission } from './submission';
import { UnsavedChanges } from './unsaved-changes';

interface SaveButtonsProps {
  readonly label: string;
  readonly isChanged: boolean;
  /** False while what was changed cannot be saved. */
  readonly isReady?: boolean;
  readonly onDiscard?: () => void;
}

/** The buttons of a form, which are enabled when something has changed; the page then asks before it is left. */
export const SaveButtons = ({ label, isChanged, isReady = true, onDiscard }: SaveButtonsProps) => {
  const { busy, reset } = useSubmission();
  return (
    <>
      {/* A form may lead to another page when it is saved. */}
      <UnsavedChanges when={isChanged} mayLeave={busy} />
      <SubmitButton disabled={!isChanged || !isReady}>{label}</SubmitButton>
      {onDiscard !== undefined && (
        <Button
          disabled={!isChanged || busy}
          onClick={() => {
            reset();
            onDiscard();
          }}
        >
          <Trans>Discard my changes</Trans>
        </Button>
      )}
    </>
  );
};
