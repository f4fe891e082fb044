import { SPANISH } from './es.js';
import type { Said, Sentence, SentenceValue } from './sentence.js';

/** The languages of the service's texts, by their own names; the first is that of the API. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

/** What is written in another language than that of the API. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

/** The texts of each language, by the English ones; English is its own. */
const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>> | undefined>> = {
  en: undefined,
  es: SPANISH,
};

/** @returns undefined where the language has no text for the sentence or for a part of it */
export function translated(language: Language, said: Said): string | undefined {
  const { text, values = {} } = typeof said === 'string' ? { text: said } : (said satisfies Sentence);
  const pattern = textOf(language, text);
  if (pattern === undefined) return undefined;
  const parts = Object.entries(values).map(([name, value]) => [name, valueIn(language, value)] as const);
  if (parts.some(([, part]) => part === undefined)) return undefined;
  const shown = new Map(parts);
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown.get(name) ?? whole);
}

/** In English, which has all. */
export function inEnglish(said: Said): string {
  return translated('en', said) ?? '';
}

/** In the language, or in English where it has no text. */
export function inLanguage(language: Language, said: Said): string {
  return translated(language, said) ?? inEnglish(said);
}

/** Sentences one after the other, in each language but English that has a text for all of them. */
export function translationsOf(said: readonly Said[], separator = ' '): Translations {
  const others = (Object.keys(TEXTS) as Language[]).filter((language) => TEXTS[language] !== undefined);
  return Object.fromEntries(
    others.flatMap((language) => {
      const texts = said.map((one) => translated(language, one));
      return texts.includes(undefined) ? [] : [[language, texts.join(separator)]];
    }),
  );
}

function textOf(language: Language, text: string): string | undefined {
  const texts = TEXTS[language];
  if (texts === undefined) return text;
  return Object.hasOwn(texts, text) ? texts[text] : undefined;
}

function valueIn(language: Language, value: SentenceValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value.toLocaleString(language);
  return 'moment' in value ? momentText(language, value.moment, value.timeZone) : translated(language, value);
}

/** `2026-11-22 02:10 (Europe/Paris)`; in other languages as they write it. */
function momentText(language: Language, moment: string, timeZone: string): string {
  const at = new Date(moment);
  if (language !== 'en') {
    const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    return `${format.format(at)} (${timeZone})`;
  }
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')} (${timeZone})`;
}
