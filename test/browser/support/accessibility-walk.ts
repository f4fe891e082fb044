import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

import { overflowsOf } from './overflows.js';
import { WIDE } from './pages.js';
import { faultsOfTabStops } from './tab-stops.js';

/** The success criteria of levels A and AA, up to WCAG 2.2, as far as axe-core can check them. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Every finding of axe-core about a success criterion, of any impact, one line each. */
export async function findingsOfCriteria(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(CRITERIA)} })`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

/** A node of the tree that Chromium hands to screen readers. */
interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly level: number | undefined;
  /** The name of the next thing around it that has one. */
  readonly within: string;
}

/** What a screen reader lists as something to use, which is nothing without a name. */
const USABLE = new Set(
  `button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem image img dialog
  alertdialog`.split(/\s+/),
);

/** What is in them is for the eye alone (ARIA: children presentational), and Chromium hands it to no screen reader. */
const WHOLE = new Set(['image', 'img', 'meter', 'progressbar', 'scrollbar', 'slider']);

async function treeOf(page: Page): Promise<Spoken[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const around = (id = ''): typeof nodes => {
    const node = byId.get(id);
    return node === undefined ? [] : [node, ...around(node.parentId)];
  };
  const roleOf = ({ role }: (typeof nodes)[number]): string => String(role?.value ?? '');
  const nameOf = ({ name }: (typeof nodes)[number]): string => String(name?.value ?? '').trim();
  return nodes.flatMap((node) => {
    const outer = around(node.parentId);
    if (node.ignored || outer.some((one) => !one.ignored && WHOLE.has(roleOf(one)))) return [];
    const level: unknown = node.properties?.find((one) => one.name === 'level')?.value.value;
    return {
      role: roleOf(node),
      name: nameOf(node),
      level: typeof level === 'number' ? level : undefined,
      within: outer.map(nameOf).find((name) => name !== '') ?? '',
    };
  });
}

function faultsOfHeadings(tree: readonly Spoken[]): string[] {
  const headings = tree.filter(({ role }) => role === 'heading');
  const skipped = headings.flatMap(({ name, level = 0 }, place) => {
    const before = headings[place - 1]?.level ?? level;
    return level > before + 1
      ? [`the heading "${name}" of level ${level} follows one of level ${before}`]
      : [];
  });
  const unnamed = headings
    .filter(({ name }) => name === '')
    .map(({ level }) => `a heading of level ${level} is empty`);
  return [...skipped, ...unnamed];
}

function unnamedIn(tree: readonly Spoken[]): string[] {
  return tree
    .filter(({ role, name }) => USABLE.has(role) && name === '')
    .map(({ role, within }) => `a ${role} in "${within}" has no name`);
}

/** What a page has once, where no dialog hides it. */
function faultsOfPage(tree: readonly Spoken[]): string[] {
  const mains = tree.filter(({ role }) => role === 'main').length;
  const first = tree.filter(({ role, level }) => role === 'heading' && level === 1).length;
  return [
    ...(mains === 1 ? [] : [`${mains} main landmarks`]),
    ...(first === 1 ? [] : [`${first} headings of level 1`]),
  ];
}

/**
 * Reads the accessibility tree of the page from its beginning to its end, as a screen reader is given it; of a page
 * with an open dialog, that is the dialog.
 * @returns what is wrong with names, headings, landmarks, tables and the title
 */
export async function faultsOfTree(page: Page): Promise<string[]> {
  const tree = await treeOf(page);
  const of = (...roles: readonly string[]): Spoken[] => tree.filter(({ role }) => roles.includes(role));
  // A form without a name is no landmark.
  const landmarks = of('navigation', 'region', 'complementary').filter(({ name }) => name === '');
  const hasHeaders = of('table', 'grid').length === 0 || of('columnheader').length > 0;
  return [
    ...unnamedIn(tree),
    ...faultsOfHeadings(tree),
    ...(of('dialog', 'alertdialog').length === 0 ? faultsOfPage(tree) : []),
    ...landmarks.map(({ role }) => `a landmark ${role} has no name`),
    ...(hasHeaders ? [] : ['a table has no column headers']),
    ...((await page.title()).trim() === '' ? ['the page has no title'] : []),
  ];
}

/** What is named otherwise than it is labelled: a user who speaks the label does not reach it (WCAG 2.5.3). */
const LABEL_NOT_IN_NAME = `[...document.querySelectorAll('[aria-label]')]
  .filter((one) => one.matches('a, button, input, select, textarea, [role]') && one.checkVisibility())
  .map((one) => {
    const text = one.matches('a, button') ? one.innerText : '';
    return [one.getAttribute('aria-label'), one.labels?.[0]?.innerText ?? text];
  })
  .map((texts) => texts.map((text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim()))
  .filter(([name, label]) => !name.includes(label))
  .map(([name, label]) => 'what is labelled "' + label + '" has the name "' + name + '"')`;

export function namedOtherwise(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(LABEL_NOT_IN_NAME);
}

/** The spacing that a page must bear (WCAG 1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** A sheet that is made by a script, as the policy of the pages takes no element with styles. */
const SET_SPACING = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(SPACING)});
  document.adoptedStyleSheets.push(sheet);
})()`;

/** Texts that are cut off; what is hidden from sight for screen readers alone is one pixel wide. */
const CUT_OFF = `[...document.querySelectorAll('body *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.clientWidth > 2)
  .filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    // A preview of two lines, whose page has the whole text.
    if (getComputedStyle(one).webkitLineClamp !== 'none') return false;
    return (overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1) ||
      (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1);
  })
  .map((one) => one.textContent.trim().slice(0, 60))`;

/** The texts that are cut off once a user has set their own spacing, and were not before. */
export async function cutOffBySpacing(page: Page): Promise<string[]> {
  const before = await page.evaluate<string[]>(CUT_OFF);
  await page.evaluate(SET_SPACING);
  const after = await page.evaluate<string[]>(CUT_OFF);
  return after
    .filter((text) => !before.includes(text))
    .map((text) => `"${text}" is cut off with a user's spacing`);
}

/** A window of 1280 by 1024 whose page is enlarged to 400 %. */
export const ENLARGED_FOURFOLD = { width: 320, height: 256 };

/**
 * What the walks look for on every page, in the state that a page or its dialog has now.
 * It leaves the page as wide as `WIDE`, with the focus on its first control.
 */
export async function faultsOfState(page: Page): Promise<string[]> {
  await page.setViewportSize(WIDE);
  const found = [...(await faultsOfTree(page)), ...(await namedOtherwise(page))];
  found.push(...(await faultsOfTabStops(page)));
  found.push(...(await findingsOfCriteria(page)));
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findingsOfCriteria(page)));
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(ENLARGED_FOURFOLD);
  found.push(...(await overflowsOf(page)));
  await page.setViewportSize(WIDE);
  found.push(...(await cutOffBySpacing(page)));
  await page.evaluate('void document.adoptedStyleSheets.pop()');
  return found;
}
