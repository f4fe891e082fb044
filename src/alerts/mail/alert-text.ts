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

/** Subject and text of a message: facts and links, and no data about people. */
export function textOfAlert(
  incident: AlertIncident,
  phase: MessagePhase,
  { tenantName: tenant, timeZone, publicUrl, language }: TextContext,
): { subject: string; text: string } {
  const { kind, about, openedAt, endedAt, endedBy } = incident;
  const say = (said: Sentence): string => inLanguage(language, said);
  const title = inLanguage(language, specOf(kind)?.title ?? kind);
  const opened = momentIn(timeZone, openedAt);
  const facts = factsIn(language, incident);
  const isEnd = phase === 'ended' && endedAt !== null;
  const ended = isEnd ? momentIn(timeZone, endedAt) : opened;
  const lines = isEnd
    ? [
        `${say(ENDS[endedBy ?? 'over'])} ${say(sentence('Noticed on {opened}, ended on {ended}.', { opened, ended }))}`,
        '',
        say(sentence('It was: {facts}', { facts })),
      ]
    : [facts, '', say(sentence('Noticed on {opened}.', { opened }))];
  const links = [
    say(
      sentence('Look here: {address}', { address: `${publicUrl}/admin/#${causeOf({ kind, about }).page}` }),
    ),
    say(sentence('All alerts, and who gets them: {address}', { address: `${publicUrl}/admin/#/alerts` })),
  ];
  const footer = isEnd ? [] : ['', say(sentence('One more message follows when it is over.'))];
  const subject = isEnd
    ? sentence('[{tenant}] Over: {title}', { tenant, title })
    : sentence('[{tenant}] Alert: {title}', { tenant, title });
  return {
    subject: say(subject),
    text: `${[`${title}.`, '', ...lines, '', ...links, ...footer].join('\n')}\n`,
  };
}

/** Subject and text of the message by which an administrator tries a recipient. */
export function textOfTest(tenant: string, language: Language): { subject: string; text: string } {
  const say = (said: Sentence): string => inLanguage(language, said);
  const what = sentence('This is a test: an administrator of {tenant} tries the recipients of alerts.', {
    tenant,
  });
  return {
    subject: say(sentence('[{tenant}] Test of alerts', { tenant })),
    text: `${say(what)}\n\n${say(sentence('Nothing is wrong, and nothing needs to be done.'))}\n`,
  };
}
