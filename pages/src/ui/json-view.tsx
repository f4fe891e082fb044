import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { type ReactNode } from 'react';

import { CopyButton } from './copy-button';

interface JsonViewProps {
  readonly value: unknown;
  /** Completes the labels: "Copy the envelope". */
  readonly what: string;
  readonly maxHeight?: number;
}

/** Formatted JSON with a copy button; scrolls in itself, by keyboard too. */
export const JsonView = ({ value, what, maxHeight = 480 }: JsonViewProps) => {
  const text = JSON.stringify(value, null, 2);
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }}>
      <Box
        sx={{
          position: 'absolute',
          top: 6,
          right: 12,
          zIndex: 1,
          bgcolor: 'background.paper',
          borderRadius: 1,
        }}
      >
        <CopyButton text={text} what={what} />
      </Box>
      <Code label={t`JSON of ${what}`} maxHeight={maxHeight}>
        {coloured(text)}
      </Code>
    </Box>
  );
};

interface CodeProps {
  readonly label: string;
  readonly maxHeight?: number;
  readonly wrap?: boolean;
  readonly children: ReactNode;
}

/** Text of fixed width in a box that a keyboard can scroll. */
export const Code = ({ label, maxHeight, wrap = false, children }: CodeProps) => (
  <Box
    component="pre"
    tabIndex={0}
    role="region"
    aria-label={label}
    sx={{
      m: 0,
      p: 1.5,
      pr: 6,
      maxHeight,
      overflow: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      bgcolor: 'background.default',
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
      fontSize: '0.8125rem',
      lineHeight: 1.55,
      whiteSpace: wrap ? 'pre-wrap' : 'pre',
      overflowWrap: wrap ? 'anywhere' : 'normal',
    }}
  >
    {children}
  </Box>
);

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Names, texts and other values in a colour each. */
function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(text.slice(last, match.index));
    const colour =
      colon !== undefined ? 'primary.main' : quoted !== undefined ? 'success.main' : 'warning.main';
    parts.push(
      <Box key={match.index} component="span" sx={{ color: colour }}>
        {quoted ?? token}
      </Box>,
      colon ?? '',
    );
    last = match.index + token.length;
  }
  parts.push(text.slice(last));
  return parts;
}
