import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

import type { FileHeadDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { download } from '../ui/csv';
import { RowMenu } from '../ui/row-menu';
import { SelectField } from '../ui/select-field';
import { KeepDialog } from './keep-dialog';
import type { Kept } from './kept-mappings';

/** The choice of no sender. */
const NO_SENDER = '';

interface SenderSectionProps {
  readonly kept: readonly Kept[];
  /** The sender whose mapping was chosen; undefined when none was. */
  readonly sender: string | undefined;
  /** Of the file; undefined while it cannot be read. */
  readonly columnsHash: string | undefined;
  /** Of the settings. */
  readonly terms: FileHeadDto['terms'];
  readonly onChoose: (kept: Kept | undefined) => void;
  readonly onKeep: (sender: string) => Promise<void>;
  readonly onRemove: (sender: string) => Promise<void>;
}

/** The kept mapping that the file is read with, and what can be done with it. */
export const SenderSection = (props: SenderSectionProps) => {
  const { kept, sender = NO_SENDER, columnsHash, terms, onChoose, onKeep, onRemove } = props;
  const [asked, setAsked] = useState<'keep' | 'remove'>();
  const close = () => {
    setAsked(undefined);
  };
  const chosen = kept.find((one) => one.sender === sender);
  const who = chosen?.sender ?? NO_SENDER;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start', mb: 3 }}>
      {kept.length > 0 && (
        <SelectField
          label={t`Sender of the file`}
          value={sender}
          options={[{ value: NO_SENDER, label: t`None` }, ...kept.map((one) => optionOf(one, columnsHash))]}
          hint={
            chosen !== undefined &&
            chosen.columnsHash === columnsHash && (
              <Trans>Its mapping is kept for files with these columns.</Trans>
            )
          }
          onChange={(name) => {
            onChoose(kept.find((one) => one.sender === name));
          }}
          sx={{ minWidth: 260 }}
        />
      )}
      {chosen !== undefined && (
        <RowMenu
          of={chosen.sender}
          actions={[
            {
              label: t`Download as a mapping file`,
              onChoose: () => {
                downloadMapping(chosen, terms);
              },
            },
            {
              label: t`Remove the kept mapping`,
              danger: true,
              onChoose: () => {
                setAsked('remove');
              },
            },
          ]}
        />
      )}
      {columnsHash !== undefined && (
        <Button
          variant="outlined"
          onClick={() => {
            setAsked('keep');
          }}
          sx={{ minHeight: 40 }}
        >
          <Trans>Keep this mapping</Trans>
        </Button>
      )}
      {asked === 'keep' && <KeepDialog kept={kept} sender={sender} onKeep={onKeep} onClose={close} />}
      {chosen !== undefined && (
        <ConfirmDialog
          open={asked === 'remove'}
          title={t`Remove the mapping of ${who}?`}
          confirm={t`Remove`}
          danger
          onConfirm={() => onRemove(chosen.sender)}
          onClose={close}
        >
          <Trans>Files of this sender must be mapped by hand again. What was applied with it stays.</Trans>
        </ConfirmDialog>
      )}
    </Box>
  );
};

function optionOf({ sender, columnsHash }: Kept, ofFile: string | undefined) {
  // Those of a file that cannot be read yet are not known.
  const isFitting = ofFile === undefined || columnsHash === ofFile;
  return { value: sender, label: isFitting ? sender : t`${sender} (other columns)` };
}

/** For `--map` of the feed command, which does not know the terms of the settings. */
function downloadMapping({ sender, mapping }: Kept, terms: FileHeadDto['terms']): void {
  const name = sender.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  const all = { ...terms, ...mapping.terms };
  const content = Object.keys(all).length === 0 ? mapping : { ...mapping, terms: all };
  download(`${name}.mapping.json`, `${JSON.stringify(content, undefined, 2)}\n`, 'application/json');
}
