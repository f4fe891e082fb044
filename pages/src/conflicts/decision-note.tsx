import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

export interface Told {
  readonly severity: 'success' | 'info' | 'warning';
  readonly text: string;
}

/** What became of a decision. It takes the focus, because the button that had it may be gone. */
export const DecisionNote = ({ told }: { readonly told: Told | undefined }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [told]);
  if (told === undefined) return null;
  return (
    <Alert ref={box} tabIndex={-1} role="status" severity={told.severity} sx={{ mb: 2 }}>
      {told.text}
    </Alert>
  );
};
