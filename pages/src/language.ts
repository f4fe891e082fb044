import { i18n, type Messages } from '@lingui/core';

/** The languages of the pages, by their own names. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

/** The English sentences are in the code; the others are loaded when they are wanted. */
const SENTENCES: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => Promise.resolve({}),
  es: async () => (await import('./locales/es.json')).default,
};

const KEPT = 'language';

function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(LANGUAGES, name);
}

/** `es-MX` as "es". */
function languageOf(locale: string): string {
  return locale.split('-', 1).join('').toLowerCase();
}

/** The language that the user has chosen, or the first one of the browser's that the pages have. */
function preferredLanguage(): Language {
  const chosen = localStorage.getItem(KEPT);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map(languageOf).find(isLanguage) ?? 'en';
}

export const LANGUAGE = preferredLanguage();

/** How dates and numbers are written: in the language of the pages, and in the reader's way where it is theirs. */
export const LOCALE = navigator.languages.find((locale) => languageOf(locale) === LANGUAGE) ?? LANGUAGE;

/** Loads the sentences; the other modules read theirs while they are loaded, which is after this. */
export async function loadLanguage(): Promise<void> {
  const messages = await SENTENCES[LANGUAGE]();
  document.documentElement.lang = LANGUAGE;
  // Sentences with parts are compiled when the pages are built; the others are texts.
  i18n.setMessagesCompiler((text) => [text]);
  i18n.loadAndActivate({ locale: LANGUAGE, locales: LOCALE, messages });
}

/** Keeps the choice and loads the pages again, so that every module reads its sentences in that language. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
  window.location.reload();
}
