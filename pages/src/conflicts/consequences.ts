import { t } from '@lingui/core/macro';

import type { ConflictDetailDto } from '../api/openapi';
import { type Decision, isForgotten } from './kinds';

type Asked = Pick<
  ConflictDetailDto,
  'kind' | 'isApplied' | 'offered' | 'externalId' | 'userId' | 'userName' | 'ownerId' | 'ownerName'
>;

/** The form of the IDs that the service gives; such an ID never moves to another user. */
const OWN_ID = /^95[01]\d{6}$/;

function nameOf({ userName, userId }: Asked): string {
  return userName ?? userId;
}

function samePerson(asked: Asked): string {
  const { kind, isApplied, ownerName, ownerId } = asked;
  const name = nameOf(asked);
  const owner = ownerName ?? ownerId ?? t`the other user`;
  if (kind === 'email_taken')
    return t`What was sent is applied to ${name}, except the e-mail address, which stays with ${owner}.`;
  if (kind === 'number_taken')
    return t`What was sent is applied to ${name}, except the number, which stays with ${owner}.`;
  if (isApplied) return t`What was sent has been applied to ${name} already and stays.`;
  return t`What was sent is applied to ${name}.`;
}

function anotherPerson(asked: Asked): string[] {
  const { isApplied, externalId } = asked;
  const name = nameOf(asked);
  return [
    t`A new user is made of what was sent.`,
    OWN_ID.test(externalId)
      ? t`Later rows with ${externalId} are about the new user; ${name} keeps that ID.`
      : t`The number ${externalId} moves to the new user.`,
    ...(isApplied ? [t`${name} gets back the values that were overwritten.`] : []),
  ];
}

function ignored(asked: Asked): string {
  const name = nameOf(asked);
  // Whether the row was applied is forgotten with it.
  if (isForgotten(asked)) return t`Nothing changes. The question is closed.`;
  if (asked.isApplied) return t`What was applied to ${name} stays. The question is closed.`;
  return asked.kind === 'possible_reassignment'
    ? t`Nothing changes, and such rows still wait. The question is closed.`
    : t`Nothing changes, and such rows are still refused. The question is closed.`;
}

/** What a decision does, in whole sentences. */
export function consequenceOf(decision: Decision, asked: Asked): string {
  if (decision === 'same_person')
    return [samePerson(asked), t`Later rows of this kind are applied without asking.`].join(' ');
  return decision === 'another_person' ? anotherPerson(asked).join(' ') : ignored(asked);
}
