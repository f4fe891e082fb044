import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { FormDialog } from '../ui/form-dialog';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import type { Kept } from './kept-mappings';

interface KeepDialogProps {
  readonly kept: readonly Kept[];
  /** The sender that is suggested. */
  readonly sender: string;
  readonly onKeep: (sender: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks under which name the mapping is kept. */
export const KeepDialog = ({ kept, sender: suggested, onKeep, onClose }: KeepDialogProps) => {
  const [sender, setSender] = useState(suggested);
  const submission = useSubmit(async () => {
    await onKeep(sender.trim());
    onClose();
  });
  const isReplaced = kept.some((one) => one.sender === sender.trim());
  return (
    <FormDialog
      title={t`Keep this mapping`}
      action={isReplaced ? t`Replace` : t`Keep`}
      submission={submission}
      onClose={onClose}
    >
      <Typography>
        <Trans>
          The next file with the same columns is mapped in the same way. The columns, words, encoding and
          blank cells are kept, and nothing of the people in the file.
        </Trans>
      </Typography>
      <TextInput
        required
        autoFocus
        label={t`Sender`}
        value={sender}
        name="sender"
        hint={
          isReplaced
            ? t`A mapping is kept under this name; it will be replaced.`
            : t`Who sends such files, such as the registrar's office.`
        }
        onChange={setSender}
      />
    </FormDialog>
  );
};
