import 'openapi-explorer';

import './reference.css';
import { coloursSheet, viewerSheet } from './colours-sheet';
import { type Guide, partsOf, renderGuide } from './guides';
import { showChosenLanguage } from './samples';
import { viewed } from './viewed';

interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>;
}

interface ApiDocument {
  readonly info: { readonly description: string };
}

const isAdministration = /\/admin\/?$/.test(location.pathname);
const ATTRIBUTES = {
  'server-url': location.origin,
  'hide-server-selection': 'true',
  'hide-components': 'true',
  'schema-expand-level': '2',
  collapse: 'true',
  'display-nulls': 'true',
  // The viewer computes further colours from these; those that it shows are in colours-sheet.ts.
  'primary-color': '#1d4ed8',
  'secondary-color': '#1d4ed8',
  'bg-color': '#ffffff',
  'text-color': '#0f172a',
  'nav-bg-color': '#f5f7fa',
};

/** The address at which the viewer shows one of the elements in its slot. */
const addressOf = (place: number): string => `#?route=section--${place + 1}`;

function linksTo(guides: readonly Guide[]): HTMLAnchorElement[] {
  return guides.map(({ title, anchor }, place) => {
    const link = document.createElement('a');
    link.href = addressOf(place);
    link.dataset['guide'] = anchor;
    link.textContent = title;
    return link;
  });
}

/**
 * On a narrow screen the viewer shows everything below one another and follows no address of a guide. One guide at a
 * time is shown there, above the calls.
 */
function openOnNarrowScreen(anchor: string | undefined): void {
  for (const article of document.querySelectorAll('article'))
    article.classList.toggle('open', article.id === anchor);
  if (anchor !== undefined) setTimeout(() => document.getElementById(anchor)?.scrollIntoView(), 100);
}

/** Puts the guides into the navigation and the content of the viewer, and a list of them under its introduction. */
function addGuides(explorer: Explorer, guides: readonly Guide[]): void {
  const entries = linksTo(guides);
  for (const entry of entries) entry.slot = 'nav-section';
  const list = document.createElement('nav');
  list.slot = 'overview-footer';
  list.className = 'guides';
  list.setAttribute('aria-label', 'Guides');
  list.append(...linksTo(guides));
  explorer.append(list, ...entries, ...guides.map(renderGuide));
  // A link from one guide to another.
  guides.forEach(({ anchor }, place) => {
    for (const link of explorer.querySelectorAll<HTMLAnchorElement>(`article a[href="#${anchor}"]`)) {
      link.href = addressOf(place);
      link.dataset['guide'] = anchor;
    }
  });
  explorer.addEventListener('click', ({ target }) => {
    const anchor = target instanceof HTMLElement ? target.dataset['guide'] : undefined;
    if (anchor !== undefined) openOnNarrowScreen(anchor);
  });
  const [, place = '0'] = /route=section--(\d+)/.exec(location.hash) ?? [];
  openOnNarrowScreen(guides[Number(place) - 1]?.anchor);
  showChosenLanguage();
}

/** The headings that the viewer has on the first level are below the one of the page. */
function lowerHeadings(root: ShadowRoot): void {
  const lower = (): void => {
    for (const heading of root.querySelectorAll('[aria-level="1"]')) heading.setAttribute('aria-level', '2');
  };
  new MutationObserver(lower).observe(root, { childList: true, subtree: true });
}

const TITLE = isAdministration ? 'Administration API' : 'Integration API';
document.title = TITLE;
const title = document.querySelector('h1');
if (title !== null) title.textContent = TITLE;
document.adoptedStyleSheets.push(coloursSheet());
const explorer = document.createElement('openapi-explorer') as Explorer;
for (const [name, value] of Object.entries(ATTRIBUTES)) explorer.setAttribute(name, value);
document.getElementById('reference')?.append(explorer);
const { shadowRoot } = explorer;
// The viewer adopts its own styles when it is attached; these follow them.
shadowRoot?.adoptedStyleSheets.push(viewerSheet());
if (shadowRoot !== null) lowerHeadings(shadowRoot);

// The viewer calls its list of calls "Operations", as one of its groups is called.
const heading = document.createElement('div');
heading.slot = 'operations-header';
heading.className = 'calls';
heading.textContent = 'CALLS';
explorer.append(heading);

const answer = await fetch(isAdministration ? '/docs/administration.json' : '/docs/integration.json');
const whole = JSON.parse(await answer.text(), (_, part: unknown) => viewed(part)) as ApiDocument;
const { introduction, guides } = partsOf(whole.info.description);
addGuides(explorer, guides);
await explorer.loadSpec({ ...whole, info: { ...whole.info, description: introduction } });
