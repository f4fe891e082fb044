import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

import { VISUALLY_HIDDEN } from './visually-hidden';

const SayContext = createContext<(text: string) => void>(() => undefined);

/** Has a screen reader say the text, wherever the focus is. */
export function useSay(): (text: string) => void {
  return useContext(SayContext);
}

/** Long enough for a screen reader to take the text. What stays would be said again whenever a dialog closes. */
const KEPT_MS = 1_000;

/** Its live region is there before what it says: a screen reader hears changes alone. */
export const Said = ({ children }: { readonly children: ReactNode }) => {
  const [text, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      say('');
    }, KEPT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <SayContext value={say}>
      {children}
      <Box aria-live="polite" sx={VISUALLY_HIDDEN}>
        {text}
      </Box>
    </SayContext>
  );
};
