import type { Page } from 'playwright-core';

/** Fields with less than 4 pixels between them, by the texts that they begin with. */
const TOUCHING = `(() => {
  const fields = [...document.querySelectorAll('.MuiFormControl-root')]
    .filter((one) => one.checkVisibility() && one.parentElement.closest('.MuiFormControl-root') === null)
    .map((one) => ({ text: one.textContent.slice(0, 40), box: one.getBoundingClientRect() }));
  const apart = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  return fields.flatMap((one, place) =>
    fields
      .slice(place + 1)
      .filter((other) => apart(one.box, other.box) < 4)
      .map((other) => one.text + ' touches ' + other.text),
  );
})()`;

/** The fields of the page, or of the dialog over it, that touch each other. */
export function touchingFields(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(TOUCHING);
}
