import { useEffect } from 'react';

import { isDialogOpen, isTaken, useSingleKeys } from '../palette/single-keys';
import { ROW_CHECKBOX } from '../ui/list/row-checkbox';

function checkboxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(ROW_CHECKBOX)];
}

/** The row of the table, or the card. */
function rowOf(element: Element | null | undefined): Element | null | undefined {
  return element?.closest('tr') ?? element?.closest('li');
}

/** The checkbox of the row that has the focus. */
function focusedRow(): HTMLInputElement | undefined {
  const row = rowOf(document.activeElement);
  return checkboxes().find((one) => row?.contains(one) === true);
}

/** The first or the last row where none has the focus. */
function move(step: 1 | -1): boolean {
  const all = checkboxes();
  const from = all.findIndex((one) => one === focusedRow());
  const to = from < 0 ? (step === 1 ? 0 : all.length - 1) : from + step;
  all[to]?.focus();
  return all.length > 0;
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return element !== null && element !== undefined;
}

/** Moves in the list, or presses the button that names the key as its own. */
function obey(key: string): boolean {
  if (key === 'j') return move(1);
  if (key === 'k') return move(-1);
  if (key === 'x') return click(focusedRow());
  if (key === 'o') return click(rowOf(focusedRow())?.querySelector('a'));
  return (
    /^[a-z]$/.test(key) && click(document.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`))
  );
}

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The keys of a list with decisions: j, k and arrows, x, o, and those of its buttons. */
export function useListKeys() {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTaken(event) || isDialogOpen()) return;
      const step = ARROWS[key];
      // Elsewhere an arrow scrolls the page.
      const isOnRow = document.activeElement?.matches(ROW_CHECKBOX) === true;
      const isDone = step === undefined ? singleKeys && obey(key) : isOnRow && move(step);
      if (isDone) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [singleKeys]);
}
