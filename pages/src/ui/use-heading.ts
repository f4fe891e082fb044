import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef } from 'react';

import { useSay } from './said';

export const PRODUCT = t`Integration administration`;

/** The ID of the element that has the page; the focus may wait there for its heading. */
export const MAIN = 'main-content';

/** The page that is opened first leaves the focus where the browser has it, before the link to the content. */
let isFirstPage = true;

const KEEPS_FOCUS = 'main,[role="dialog"]';

/** What was followed is gone with its page, and with it the focus. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.id === MAIN;
}

/**
 * Names the browser's tab by the title of the page. The heading of a new page takes the focus, so that the keyboard
 * goes on there and a screen reader says which page it is; a field of the page or a dialog keeps it.
 *
 * A screen reader may miss that: Orca says nothing of where the focus is found after its element is gone. So the
 * title is also said where the focus was lost, and where a row has brought a better one.
 * @returns for the heading, which needs `tabIndex={-1}`
 */
export function useHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = useRef(false);
  const say = useSay();
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    const focused = document.activeElement;
    const isNew = !isShown.current;
    if (!isFirstPage) {
      const isElsewhere = isLost(focused) || focused?.closest(KEEPS_FOCUS) == null;
      if (isNew && isElsewhere) heading.current?.focus({ preventScroll: true });
      if (isLost(focused) || !isNew) say(title);
    }
    isFirstPage = false;
    isShown.current = true;
  }, [title, say]);
  useEffect(
    () => () => {
      document.title = PRODUCT;
    },
    [],
  );
  return heading;
}
