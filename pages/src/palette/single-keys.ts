import { useStore } from 'react-admin';

/** Where a character is typed, or chooses an item. */
const TAKES_CHARACTERS = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';
/** Inputs that use no character but the space. */
const TICKED = ['checkbox', 'radio'];

/** Whether what has the focus uses the character of a key itself. */
export function isTaken({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement && TICKED.includes(target.type)) return false;
  return target instanceof Element && target.closest(TAKES_CHARACTERS) !== null;
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/**
 * Whether keys of a single character do something. Who dictates to the computer may press them by accident
 * (WCAG 2.1.4).
 */
export function useSingleKeys() {
  return useStore<boolean>('singleKeys', true);
}
