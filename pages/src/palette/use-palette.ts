import { useEffect, useRef, useState } from 'react';

import { MAIN } from '../ui/use-heading';
import { isDialogOpen, isTaken, useSingleKeys } from './single-keys';

export type Shown = 'search' | 'keys';

export interface PaletteState {
  readonly shown: Shown | undefined;
  /** @param returnTo gets the focus back; without it, what has the focus now */
  readonly show: (what: Shown, returnTo?: Element) => void;
  /** Also returns the focus to where it was. */
  readonly close: () => void;
  /** Closes for another page; the focus goes to its content. */
  readonly leave: () => void;
}

/** What a key opens; undefined for every other key. */
function openedBy(event: KeyboardEvent, singleKeys: boolean): Shown | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'search';
  if (!singleKeys || ctrlKey || metaKey || altKey) return undefined;
  if (isTaken(event)) return undefined;
  return key === '/' ? 'search' : key === '?' ? 'keys' : undefined;
}

/** Opens the dialogs of the palette by their keys, unless another dialog is open. */
export function usePalette(): PaletteState {
  const [shown, setShown] = useState<Shown>();
  const [singleKeys] = useSingleKeys();
  const before = useRef<Element>(null);
  const show: PaletteState['show'] = (what, returnTo) => {
    before.current = returnTo ?? document.activeElement;
    setShown(what);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const opened = openedBy(event, singleKeys);
      if (opened === undefined || event.defaultPrevented) return;
      // Of the browser, Ctrl-K is its own search and / the search in the page.
      event.preventDefault();
      if (!isDialogOpen()) show(opened);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [singleKeys]);
  useEffect(() => {
    if (shown === undefined && before.current instanceof HTMLElement) before.current.focus();
  }, [shown]);
  return {
    shown,
    show,
    close: () => {
      setShown(undefined);
    },
    leave: () => {
      before.current = document.getElementById(MAIN);
      setShown(undefined);
    },
  };
}
