import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

export interface Outcome {
  readonly severity: 'success' | 'info' | 'warning';
  readonly text: string;
}

/** What became of a decision. It takes the focus, because the button that had it may be gone. */
export const DecisionNote = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [outcome]);
  if (outcome === undefined) return null;
  return (
    <Alert ref={box} tabIndex={-1} role="status" severity={outcome.severity} sx={{ mb: 2 }}>
      {outcome.text}
    </Alert>
  );
};
