import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.json,.ndjson,.jsonl';

interface DropZoneProps {
  /** Whether its button is the main one of the page. */
  readonly isPrimary: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped on it, or chosen with the button. */
export const DropZone = ({ isPrimary, onFile }: DropZoneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Box
      data-testid="drop-zone"
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        p: { xs: 3, md: 6 },
        textAlign: 'center',
        border: '2px dashed',
        borderRadius: 2,
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : 'background.paper',
      }}
    >
      <UploadFileIcon fontSize="large" color="primary" aria-hidden />
      <Typography>
        <Trans>
          Drop a file of people here: CSV or an Excel workbook (.xlsx) with a header row, JSON, or one person
          per line as JSON.
        </Trans>
      </Typography>
      <Button
        variant={isPrimary ? 'contained' : 'outlined'}
        onClick={() => {
          input.current?.click();
        }}
      >
        <Trans>Choose a file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`File of people`}
        accept={ACCEPTED}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Typography variant="body2" color="textSecondary">
        <Trans>
          The file stays in this browser. The service reads it for each step and keeps it no longer than that.
        </Trans>
      </Typography>
    </Box>
  );
};
