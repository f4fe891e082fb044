import type { AlertIncident, IncidentEnd } from '../entities/alert-incident.entity.js';
import type { MessagePhase } from '../entities/alert-message.entity.js';
import { causeOf, specOf } from '../kinds/kinds.js';
import { momentIn } from '../kinds/moments.js';

/** What a message needs besides its incident. */
interface TextContext {
  readonly tenantName: string;
  readonly timeZone: string;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
}

const ENDS: Readonly<Record<IncidentEnd, string>> = {
  over: 'It is over.',
  switched_off: 'Alerts of this kind were switched off.',
  suspended: 'The tenant was suspended; it is not checked any more.',
};

/** Subject and text of a message: facts and links, and no data about people. */
export function textOfAlert(
  { kind, about, facts, openedAt, endedAt, endedBy }: AlertIncident,
  phase: MessagePhase,
  { tenantName, timeZone, publicUrl }: TextContext,
): { subject: string; text: string } {
  const spec = specOf(kind);
  const title = spec?.title ?? kind;
  const opened = `Noticed on ${momentIn(timeZone, openedAt)}`;
  const isEnd = phase === 'ended' && endedAt !== null;
  const lines = isEnd
    ? [
        `${ENDS[endedBy ?? 'over']} ${opened}, ended on ${momentIn(timeZone, endedAt)}.`,
        '',
        `It was: ${facts}`,
      ]
    : [facts, '', `${opened}.`];
  const links = [
    `Look here: ${publicUrl}/admin/#${causeOf({ kind, about }).page}`,
    `All alerts, and who gets them: ${publicUrl}/admin/#/alerts`,
  ];
  const footer = isEnd ? [] : ['', 'One more message follows when it is over.'];
  return {
    subject: `[${tenantName}] ${isEnd ? 'Over' : 'Alert'}: ${title}`,
    text: `${[`${title}.`, '', ...lines, '', ...links, ...footer].join('\n')}\n`,
  };
}
