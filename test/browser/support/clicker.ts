import type { Visit } from './visit.js';

/** Clicks as a user would, and counts the clicks. */
export interface Clicker {
  count: number;
  click(role: 'link' | 'button' | 'checkbox' | 'tab', name: string | RegExp): Promise<void>;
}

/** @param visit the visit in which is clicked; it is asked at each click */
export function clickerOf(visit: () => Visit): Clicker {
  return {
    count: 0,
    async click(role, name) {
      this.count += 1;
      await visit().page.getByRole(role, { name, exact: true }).first().click();
    },
  };
}
