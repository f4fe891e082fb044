import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';

export interface MenuState {
  /** The menu covers the page instead of being beside it: on small screens, and when a page is enlarged. */
  readonly isOver: boolean;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** The menu is open where it stands beside the page, and closed where it would cover it, until the user chooses. */
export function useMenu(): MenuState {
  const isOver = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [chosen, setChosen] = useState<{ readonly isOver: boolean; readonly open: boolean }>();
  // What was chosen for one kind of menu says nothing about the other.
  const open = chosen?.isOver === isOver ? chosen.open : !isOver;
  return {
    isOver,
    open,
    setOpen: (wanted) => {
      setChosen({ isOver, open: wanted });
    },
  };
}
