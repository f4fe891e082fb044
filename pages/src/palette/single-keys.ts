import { useStore } from 'react-admin';

/** Whether `/` and `?` do something. Who dictates to the computer may press them by accident (WCAG 2.1.4). */
export function useSingleKeys() {
  return useStore<boolean>('singleKeys', true);
}
