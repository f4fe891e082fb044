import type { Page, Route } from 'playwright-core';

/** Letters that neither English nor Spanish has, one for each that both have. */
const LETTERS = 'åƀçđĕƒĝĥîĵķļɱņöþǫŕšţûṽŵẋýž';
/** So many letters are followed by one more: with it, Spanish is longer than English by two fifths. */
const EVERY = 6;

/**
 * What stands in the place of a text: in brackets, with other letters, and longer. Tags and `%{…}` stay. For the
 * browser, too.
 */
const DISGUISE = `
  const LETTERS = '${LETTERS}';
  const disguisedLetters = (text) =>
    text.split(/(<[^>]*>|%\\{\\w+\\}|\\|\\|\\|\\|)/).map((part, place) => place % 2 === 1 ? part
      : part.normalize('NFD').replace(/\\p{M}/gu, '').replace(/[a-z]/gi, (letter) => {
        const other = LETTERS[letter.toLowerCase().charCodeAt(0) - 97];
        return letter === letter.toLowerCase() ? other : other.toUpperCase();
      })).join('');
  const disguisedPart = (part) => {
    if (typeof part === 'string') return disguisedLetters(part);
    if (!Array.isArray(part) || part.length < 3 || typeof part[2] !== 'object') return part;
    const [name, type, options] = part;
    const texts = Object.entries(options).map(([key, text]) =>
      [key, Array.isArray(text) ? text.map(disguisedPart) : typeof text === 'string' ? disguisedLetters(text) : text]);
    return [name, type, Object.fromEntries(texts)];
  };
  const disguised = (message) => {
    const parts = Array.isArray(message) ? message : [message];
    const length = parts.filter((part) => typeof part === 'string').join('').length;
    const more = 'ĕ'.repeat(Math.ceil(length / ${EVERY}));
    const whole = ['［', ...parts.map(disguisedPart), more + '］'];
    return whole.every((part) => typeof part === 'string') ? whole.join('') : whole;
  };
`;

/** Answers each module of Spanish texts with one that disguises them. */
async function answerDisguised(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (url.search !== '') {
    await route.continue();
    return;
  }
  const response = await route.fetch();
  const code = await response.text();
  const exported = /export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '';
  const names = exported.split(',').map(
    (one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? '',
  );
  const assigned = names.map((name) =>
    name === 'default' ? 'export default all(plain.default);' : `export const ${name} = all(plain.${name});`,
  );
  const file = url.pathname.split('/').at(-1) ?? '';
  const body = `import * as plain from './${file}?plain'; ${DISGUISE}
    const all = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, disguised(text)]));
    ${assigned.join('\n')}`;
  // Without the headers of the compressed file.
  await route.fulfill({ status: 200, contentType: 'text/javascript', body });
}

/** The page shows every text of the Spanish catalogues in a language of this test alone. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/locales-[^/]*es-[^/]*\.js/, answerDisguised);
}

/** What is data, a name of the API or of another language by where it stands. */
const NOT_TEXTS = 'script, style, code, pre, kbd, time, mark, [translate="no"], [lang="en"], input, textarea';
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt'];

/** Every text that a user sees or hears: those of elements, of attributes, and the title of the window. */
const ALL_TEXTS = `(() => {
  const found = [document.title];
  const isText = (element) => element.checkVisibility() && element.closest(${JSON.stringify(NOT_TEXTS)}) === null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isText(walker.currentNode.parentElement)) found.push(walker.currentNode.textContent);
  for (const name of ${JSON.stringify(ATTRIBUTES)})
    for (const one of document.querySelectorAll('[' + name + ']')) {
      // The title of a button with a shortcut names the keys.
      const isKeys = name === 'title' && one.hasAttribute('aria-keyshortcuts');
      if (one.checkVisibility() && !isKeys && one.closest('time, [translate="no"], [lang="en"]') === null)
        found.push(one.getAttribute(name));
    }
  return [...new Set(found.map((text) => text.trim()))].filter((text) => /\\p{L}/u.test(text));
})()`;

const OF_PSEUDO = new RegExp(`[${LETTERS}${LETTERS.toUpperCase()}]`, 'u');
/** Abbreviations such as ID, and identifiers such as S-1999: no words of a language. */
const NO_WORDS = /^[\p{Lu}\d\s]+$|^(?=\S*\d)\S+$/u;
/** Names of a product and of examples, which are the same in every language. */
const NAMES = new Set(['Okta', 'SIS nightly', 'nightly']);
/** A single letter is part of any text; a name in other scripts may have one character. */
const IS_LETTER = /^[a-z]$/i;

/** The names of months and of days, as Spanish writes dates. */
const OF_DATES = new Set(
  Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day))).flatMap((date) =>
    (['long', 'short'] as const).flatMap((size) => {
      const format = new Intl.DateTimeFormat('es', { weekday: size, month: size, timeZone: 'UTC' });
      return format.format(date).split(/[^\p{L}]+/u);
    }),
  ),
).add('de');

function isDate(text: string): boolean {
  const names = text.replace(/\bUTC$/, '').match(/\p{L}+/gu) ?? [];
  return /\d/.test(text) && names.every((name) => OF_DATES.has(name));
}

/** The values that the API answers, but for its own sentences. */
export class AnsweredValues {
  private readonly values = new Set(NAMES);
  private readonly reading = new Set<Promise<void>>();

  constructor(page: Page) {
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('json') !== true) return;
      const isAlert = response.url().includes('/alerts');
      const read: Promise<void> = response
        .json()
        .then((answer) => {
          this.add(answer, isAlert);
        })
        .catch(() => undefined)
        .finally(() => this.reading.delete(read));
      this.reading.add(read);
    });
  }

  /** Resolves when every answer that has come is read. */
  async settled(): Promise<void> {
    await Promise.all(this.reading);
  }

  private add(value: unknown, isAlert: boolean, name = ''): void {
    if (typeof value === 'string') this.addText(value.trim(), isAlert, name);
    else if (Array.isArray(value)) for (const one of value) this.add(one, isAlert, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        // The university names these itself.
        if (name === 'customFields') this.values.add(key).add(inWords(key));
        this.add(one, isAlert, key);
      }
  }

  private addText(text: string, isAlert: boolean, name: string): void {
    if (SENTENCES.has(name) || (isAlert && name === 'title')) return;
    this.values.add(text);
    if (text.includes('@')) this.values.add(text.slice(0, text.indexOf('@')));
    if (name === 'formType') this.values.add(inWords(text));
    if (name === 'field') for (const part of text.split('.').slice(1)) this.values.add(part);
  }

  /** What is left of a text without its translated parts and these values; blank when there is nothing. */
  untranslated(text: string): string {
    // A sentence with elements inside is several texts, of which one may have but one of the brackets.
    const rest = text.replaceAll(/［[^］]*］|^[^［]*］|［[^］]*$/gu, ' ').trim();
    if (this.values.has(rest) || OF_PSEUDO.test(rest) || NO_WORDS.test(rest) || isDate(rest)) return '';
    const parts = [...this.values].filter((one) => one !== '' && !IS_LETTER.test(one) && rest.includes(one));
    const longestFirst = parts.sort((one, other) => other.length - one.length);
    const left = longestFirst.reduce((known, one) => withoutWords(known, one), rest);
    return /\p{L}/u.test(left) ? rest : '';
  }
}

/** The university names its forms by codes, which pages show as words. */
function inWords(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text without a value, where that is no part of a longer word. */
function withoutWords(text: string, value: string): string {
  const literal = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<!\\p{L})${literal}(?!\\p{L})`, 'gu'), ' ');
}

/** The members of answers that have sentences of the API. */
const SENTENCES = new Set(['message', 'facts', 'cause', 'reason', 'sentence', 'rule', 'problem']);

/** The texts of the page as it is now. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(ALL_TEXTS);
}

/** Those of these texts that are in English, or in any language but the pseudo one. */
export async function untranslatedOf(
  texts: ReadonlySet<string>,
  answered: AnsweredValues,
): Promise<string[]> {
  await answered.settled();
  return [...texts].map((text) => answered.untranslated(text)).filter((text) => text !== '');
}
