import { useStore } from 'react-admin';

import type { MenuSection } from './sections';

type Folds = Readonly<Record<string, boolean>>;

/** Which sections of the menu are folded: as the user left them, in this browser. */
export function useFolds() {
  const [folds, setFolds] = useStore<Folds>('menuFolds', {});
  return {
    isFolded: ({ name, startsFolded }: MenuSection): boolean =>
      name !== undefined && (folds[name] ?? startsFolded === true),
    fold: (name: string, isFolded: boolean): void => {
      setFolds({ ...folds, [name]: isFolded });
    },
  };
}
