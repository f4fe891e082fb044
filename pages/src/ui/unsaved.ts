import { useEffect } from 'react';

let forms = 0;

/** Keeps account of a form with values that are not saved. */
export function useUnsaved(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    forms += 1;
    return () => {
      forms -= 1;
    };
  }, [when]);
}

/** Whether the page has values that would be lost with it. */
export function isAnythingUnsaved(): boolean {
  return forms > 0;
}
