import type { Page } from 'playwright-core';

/** More than any page has: a walk that is longer goes round in a circle. */
const MOST_STOPS = 600;

/**
 * Looks at the element that has the focus, in the page.
 *
 * What shows the focus is found by taking it away: a style of the element, of what is around it or of what it draws
 * over itself changes.
 */
const AT_THE_STOP = `(async () => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused === document.documentElement) return undefined;
  const text = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40);
  const name = focused.tagName.toLowerCase() + ' "' + (text || focused.name || focused.id) + '"';
  // A field of several parts, such as a date, is as many stops.
  const isSame = focused.hasAttribute('data-stop');
  const isNew = !focused.hasAttribute('data-reached');
  document.querySelector('[data-stop]')?.removeAttribute('data-stop');
  focused.setAttribute('data-stop', '');
  focused.setAttribute('data-reached', '');
  const found = [];
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const label = focused.labels?.[0]?.getBoundingClientRect();
  const isSeen = focused.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  if (!isSeen) found.push(name + ' is hidden');
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) found.push(name + ' is out of view');
  const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 2);
  const y = Math.min(Math.max((Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2, 1), innerHeight - 2);
  const above = document.elementFromPoint(x, y);
  const isCovered = above !== null && !focused.contains(above) && !above.contains(focused) &&
    focused.closest('label')?.contains(above) !== true && focused.parentElement?.contains(above) !== true;
  if (isCovered) found.push(name + ' is covered by ' + above.outerHTML.slice(0, 120));
  const around = [focused];
  for (let one = focused.parentElement; one !== null && around.length < 4; one = one.parentElement) around.push(one);
  const drawn = () => around.concat([...(focused.parentElement?.children ?? []), ...focused.querySelectorAll('*')])
    .map((one) => ['', '::before', '::after'].map((part) => {
      const style = getComputedStyle(one, part || undefined);
      return [style.outline, style.boxShadow, style.backgroundColor, style.border, style.opacity, style.transform,
        style.textDecoration, style.color, style.clip, style.top, one.children.length].join();
    }).join('|')).join('\\n');
  const settled = async () => {
    for (const frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  };
  if (isNew) {
    await settled();
    const withFocus = drawn();
    focused.blur();
    await settled();
    const without = drawn();
    focused.focus();
    if (withFocus === without) found.push(name + ' does not show that it has the focus');
  }
  return { isEnd: !isNew && !isSame, found };
})()`;

/** Takes the focus to where the document begins: the next Tab begins at the place of an element that is gone. */
const FROM_THE_BEGINNING = `
  document.querySelectorAll('[data-reached]').forEach((one) => one.removeAttribute('data-reached'));
  document.querySelector('[data-stop]')?.removeAttribute('data-stop');
  scrollTo(0, 0);
  const first = document.createElement('button');
  document.body.prepend(first);
  first.focus();
  first.remove();`;

/** What a mouse can press and no Tab has reached; of a group with one stop, such as tabs, any member is enough. */
const NOT_REACHED = `[...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [role="button"], [tabindex]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden' &&
    one.closest('[inert], [aria-hidden="true"]') === null && !one.hasAttribute('data-reached') &&
    // The ends of a dialog, which lead the focus to its other end.
    !one.matches('[data-testid^="sentinel"]') &&
    one.getAttribute('aria-disabled') !== 'true' &&
    one.getAttribute('tabindex') !== '-1')
  .filter((one) => {
    const group = one.closest('[role="tablist"], [role="radiogroup"], [role="toolbar"], [role="menu"]');
    const radios = one.type === 'radio' ? [...document.getElementsByName(one.name)] : [];
    return !radios.some((radio) => radio.hasAttribute('data-reached')) &&
      group?.querySelector('[data-reached]') == null;
  })
  .map((one) => one.tagName.toLowerCase() + ' "' +
    (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40) + '" is not reached')`;

/**
 * Walks through the page by Tab, from its beginning until the focus leaves it.
 * @returns what is wrong: stops that are hidden, covered or do not show the focus, what is not reached, a trap
 */
export async function faultsOfTabStops(page: Page): Promise<string[]> {
  await page.evaluate(FROM_THE_BEGINNING);
  const found: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate<{ isEnd: boolean; found: string[] } | undefined>(AT_THE_STOP);
    if (at === undefined || at.isEnd) return [...found, ...(await page.evaluate<string[]>(NOT_REACHED))];
    found.push(...at.found);
  }
  return [...found, `the walk did not end after ${MOST_STOPS} stops`];
}
