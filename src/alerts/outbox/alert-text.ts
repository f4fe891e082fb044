import { inLanguage, type Language, translationsOf } from '../../texts/languages.js';
import { momentIn, type Sentence, sentence } from '../../texts/sentence.js';
import type { AlertIncident, IncidentEnd } from '../entities/alert-incident.entity.js';
import type { MessagePhase } from '../entities/alert-message.entity.js';
import { causeOf, specOf } from '../kinds/kinds.js';

/** What a message needs besides its incident. */
export interface TextContext {
  readonly tenantName: string;
  readonly timeZone: string;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly language: Language;
}

const ENDS: Readonly<Record<IncidentEnd, Sentence>> = {
  over: sentence('It is over.'),
  switched_off: sentence('Alerts of this kind were switched off.'),
  suspended: sentence('The tenant was suspended; it is not checked any more.'),
};

/** The facts in the language; in English where it has no text for them, or they were noticed before they were kept. */
export function factsIn(language: Language, { facts, sentences }: AlertIncident): string {
  return translationsOf(sentences ?? [])[language] || facts;
}

/** A link with what a button says. */
export interface NamedLink {
  readonly name: string;
  readonly address: string;
}

/** A message: facts and links, and no data about people. */
export interface AlertText {
  readonly subject: string;
  /** All of it, with the links. */
  readonly text: string;
  /** Its paragraphs without the links. */
  readonly paragraphs: readonly string[];
  /** To the cause first. */
  readonly links: readonly NamedLink[];
}

type Say = (said: Sentence) => string;

/** What happened, a paragraph each. */
function paragraphsOf(
  say: Say,
  { openedAt, endedAt, endedBy }: AlertIncident,
  { facts, timeZone, phase }: { facts: string; timeZone: string; phase: MessagePhase },
): string[] {
  const opened = momentIn(timeZone, openedAt);
  if (phase === 'opened' || endedAt === null)
    return [facts, say(sentence('Noticed on {opened}.', { opened }))];
  const ended = momentIn(timeZone, endedAt);
  return [
    `${say(ENDS[endedBy ?? 'over'])} ${say(sentence('Noticed on {opened}, ended on {ended}.', { opened, ended }))}`,
    say(sentence('It was: {facts}', { facts })),
  ];
}

export function textOfAlert(
  incident: AlertIncident,
  phase: MessagePhase,
  { tenantName: tenant, timeZone, publicUrl, language }: TextContext,
): AlertText {
  const { kind, about, endedAt } = incident;
  const say: Say = (said) => inLanguage(language, said);
  const title = inLanguage(language, specOf(kind)?.title ?? kind);
  const isEnd = phase === 'ended' && endedAt !== null;
  const facts = factsIn(language, incident);
  const paragraphs = [`${title}.`, ...paragraphsOf(say, incident, { facts, timeZone, phase })];
  const cause = `${publicUrl}/admin/#${causeOf({ kind, about }).page}`;
  const all = `${publicUrl}/admin/#/alerts`;
  const links = [
    say(sentence('Look here: {address}', { address: cause })),
    say(sentence('All alerts, and who gets them: {address}', { address: all })),
  ];
  const footer = isEnd ? [] : [say(sentence('One more message follows when it is over.'))];
  const subject = isEnd
    ? sentence('[{tenant}] Over: {title}', { tenant, title })
    : sentence('[{tenant}] Alert: {title}', { tenant, title });
  return {
    subject: say(subject),
    text: textOf([...paragraphs, links.join('\n'), ...footer]),
    paragraphs: [...paragraphs, ...footer],
    links: [
      { name: say(sentence('Show the cause')), address: cause },
      { name: say(sentence('All alerts')), address: all },
    ],
  };
}

/** The message by which an administrator tries a recipient. */
export function textOfTest(tenant: string, language: Language): AlertText {
  const say: Say = (said) => inLanguage(language, said);
  const what = sentence('This is a test: an administrator of {tenant} tries the recipients of alerts.', {
    tenant,
  });
  const paragraphs = [say(what), say(sentence('Nothing is wrong, and nothing needs to be done.'))];
  return {
    subject: say(sentence('[{tenant}] Test of alerts', { tenant })),
    text: textOf(paragraphs),
    paragraphs,
    links: [],
  };
}

function textOf(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}
