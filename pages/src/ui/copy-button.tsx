import { t } from '@lingui/core/macro';
import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the accessible name: "Copy the secret". */
  readonly what: string;
  /** Shows the label beside the icon. */
  readonly withLabel?: boolean;
}

const SHOWN_MS = 2_000;

export const CopyButton = ({ text, what, withLabel = false }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  const notify = useNotify();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);

  const copy = () => {
    copyText(text).then(
      () => {
        setCopied(true);
        notify(t`Copied ${what}`, { type: 'success', autoHideDuration: SHOWN_MS });
      },
      () => {
        notify(t`The browser did not allow copying; select the text and copy it by hand.`, {
          type: 'warning',
        });
      },
    );
  };

  const icon = copied ? <CheckIcon fontSize="small" /> : <ContentCopyIcon fontSize="small" />;
  const label = t`Copy ${what}`;
  if (withLabel)
    return (
      <Button size="small" variant="outlined" startIcon={icon} onClick={copy}>
        {label}
      </Button>
    );
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={copy}>
        {icon}
      </IconButton>
    </Tooltip>
  );
};

/** The Clipboard API exists with TLS and on localhost only; copying a selection works everywhere. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  // Inside the open dialog, if there is one: a dialog keeps the focus within it.
  const place = document.activeElement?.parentElement ?? document.body;
  place.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without TLS
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('Copying was refused');
}
