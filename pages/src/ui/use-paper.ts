import { useSyncExternalStore } from 'react';

const PAPER = window.matchMedia('print');

function listen(changed: () => void): () => void {
  PAPER.addEventListener('change', changed);
  return () => {
    PAPER.removeEventListener('change', changed);
  };
}

/** Whether the page is being printed. MUI warns of such a query, which changes what is shown and not only its style. */
export function usePaper(): boolean {
  return useSyncExternalStore(listen, () => PAPER.matches);
}
