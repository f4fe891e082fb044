import { type GUIDES, readGuide } from '../../src/http/openapi/guides.js';

export type GuideName = (typeof GUIDES)[number];

/** A language of samples, as the info string of a fence names it. */
export const LANGUAGES = ['sh', 'js', 'js client', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One sample in the languages that it has. */
export type Samples = Partial<Record<Language, string>>;

const FENCE = /^```(.*)\n([^]*?)^```$/gm;

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

/** The samples of a guide in their order; fences with only blank lines between them are one sample. */
export function samplesOf(guide: GuideName): Samples[] {
  const text = readGuide(guide);
  const samples: Samples[] = [];
  let end = -1;
  for (const { index, 0: whole, 1: language = '', 2: code = '' } of text.matchAll(FENCE)) {
    if (!isLanguage(language)) continue;
    const last = samples.at(-1);
    if (last !== undefined && end >= 0 && text.slice(end, index).trim() === '') last[language] = code;
    else samples.push({ [language]: code });
    end = index + whole.length;
  }
  return samples;
}
