/** The elements that are too wide: the page itself, and on a wide screen any table. */
export const OVERFLOWS = `[
  document.scrollingElement.scrollWidth > innerWidth ? 'the page is wider than ' + innerWidth : '',
  ...[...document.querySelectorAll('[role="region"]:not(pre)')]
    .filter((one) => innerWidth > 1000 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.getAttribute('aria-label') + ' is cut off by ' + (one.scrollWidth - one.clientWidth)),
].filter(Boolean)`;
