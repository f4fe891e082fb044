import { useStore } from 'react-admin';

/** Where a character is typed, or chooses an item; a checkbox takes none but the space. */
const TAKES_CHARACTERS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

/** Whether what has the focus uses the character of this key itself. */
export function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TAKES_CHARACTERS) !== null;
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Whether keys of a single character do something. Who dictates to the computer may press them by accident (WCAG 2.1.4). */
export function useSingleKeys() {
  return useStore<boolean>('singleKeys', true);
}
