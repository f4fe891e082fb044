import type { Locator, Page } from 'playwright-core';

const CALLS = '**/api/v1/admin/**';
const REASON = 'must be another one';

/** Of an element of the page; the tests are compiled without the types of a browser. */
interface Shown {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
  contains(other: unknown): boolean;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** Whether the middle of the element is in the view, and nothing covers it. */
export function isInView(found: Locator): Promise<boolean> {
  return found.evaluate((element: Shown) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** What the next call with this method under this path is answered. */
interface Failing {
  /** Such as `PUT templates/`. */
  readonly call: string;
}

function fails(page: Page, { call }: Failing, with_: (route: RouteOf) => Promise<void>): Promise<unknown> {
  const [method, path = ''] = call.split(' ');
  return page.route(CALLS, (route) => {
    const request = route.request();
    const isMeant = request.method() === method && request.url().includes(`/api/v1/admin/${path}`);
    return isMeant ? with_(route) : route.fallback();
  });
}

type RouteOf = Parameters<Parameters<Page['route']>[1]>[0];

/** Has the call be refused because of this field, as the service refuses it. */
export function refuse(page: Page, failing: Failing, field: string): Promise<unknown> {
  const details = [{ field, code: 'isOther', message: `${field} ${REASON}` }];
  const body = {
    success: false,
    message: `${field} ${REASON}.`,
    error: { code: 'VALIDATION_FAILED', details },
    requestId: 'r-1',
  };
  return fails(page, failing, (route) => route.fulfill({ status: 400, json: body }));
}

/** Has the call get no answer. */
export function cutOff(page: Page, failing: Failing): Promise<unknown> {
  return fails(page, failing, (route) => route.abort('failed'));
}

/** The form with this button. */
export function formOf(button: Locator): Locator {
  return button.locator('xpath=ancestor::form');
}

/** What the user sees after a save has failed. */
export interface SeenFailure {
  /** The sentence at the button, where it is in the view. */
  readonly message: string;
  /** How far the message is above the button. */
  readonly gap: number;
  /** The name of the field that has the focus, or the words on the button. */
  readonly focus: string;
  readonly isFocusInView: boolean;
  /** What stands at the field. */
  readonly reason: string;
}

/** Waits for the message of the form with this button. */
export async function seenFailure(page: Page, button: Locator): Promise<SeenFailure> {
  const alert = formOf(button)
    .getByRole('alert')
    .filter({ hasText: /another one|cannot be reached/ });
  await alert.waitFor();
  const focused = page.locator(':focus');
  const field = await focused.getAttribute('name');
  const control = page.locator('.MuiFormControl-root').filter({ has: focused }).last();
  const [above, below] = [await alert.boundingBox(), await button.boundingBox()];
  return {
    message: (await isInView(alert)) ? await alert.innerText() : 'not in the view',
    gap: (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0),
    focus: field ?? (await focused.innerText()),
    isFocusInView: await isInView(focused),
    reason: field === null ? '' : await control.innerText(),
  };
}
