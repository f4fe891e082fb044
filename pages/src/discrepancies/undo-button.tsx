import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import UndoIcon from '@mui/icons-material/Undo';
import Typography from '@mui/material/Typography';

import { useAdminApi } from '../api/data-provider';
import { IfMay } from '../api/roles';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmButton } from '../ui/confirm-button';
import { undoAll } from './undo-calls';

interface UndoButtonProps {
  readonly ids: readonly string[];
  /** Where several buttons have the same label. */
  readonly name?: string;
  readonly onDone: (outcome: BatchOutcome) => void;
}

/** Takes decisions about discrepancies back, after a confirmation. */
export const UndoButton = ({ ids, name, onDone }: UndoButtonProps) => {
  const api = useAdminApi();
  const undo = async () => {
    onDone(await undoAll(api, ids));
  };
  return (
    <IfMay act="operate">
      <ConfirmButton
        label={t`Undo the decision`}
        button={{ startIcon: <UndoIcon />, 'aria-label': name }}
        title={plural(ids.length, { one: 'Undo the decision?', other: 'Undo # decisions?' })}
        confirm={t`Undo`}
        danger
        onConfirm={undo}
      >
        <Typography sx={{ mb: 1 }}>
          <Trans>
            A value that was accepted is taken out of the record, and the former one put back, unless the
            record has changed since.
          </Trans>
        </Typography>
        <Typography>
          <Trans>
            The submission waits for a decision again. If it was sent already, it is sent once more after the
            next decision.
          </Trans>
        </Typography>
      </ConfirmButton>
    </IfMay>
  );
};
