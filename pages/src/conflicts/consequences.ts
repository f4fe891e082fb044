import { t } from '@lingui/core/macro';

import type { ConflictDetailDto } from '../api/openapi';
import { type Decision, isForgotten } from './kinds';

type Asked = Pick<
  ConflictDetailDto,
  'kind' | 'isApplied' | 'offered' | 'externalId' | 'userId' | 'userName' | 'ownerId' | 'ownerName' | 'fields'
>;

/** The form of the IDs that the service gives; such an ID never moves to another user. */
const OWN_ID = /^95[01]\d{6}$/;

function nameOf({ userName, userId }: Asked): string {
  return userName ?? userId;
}

function ownerOf({ ownerName, ownerId }: Asked): string {
  return ownerName ?? ownerId ?? t`the other user`;
}

/** Whether the row found its user by address. */
function isByAddress({ kind, fields }: Asked): boolean {
  const address = fields.find(({ field }) => field === 'email');
  return kind === 'adopt_by_email' || (kind === 'possible_reassignment' && address?.differs === false);
}

/**
 * Who would be left without address or number, which the API refuses while they are active; null when the decision
 * can be made.
 */
export function keptFrom(
  decision: Decision,
  asked: Asked & Pick<ConflictDetailDto, 'user' | 'owner'>,
): { readonly id: string; readonly name: string } | null {
  if (decision !== 'another_person') return null;
  const isOfOwner = asked.kind === 'email_taken' || asked.kind === 'number_taken';
  if (!isOfOwner && !isByAddress(asked)) return null;
  const person = isOfOwner ? asked.owner : asked.user;
  return person?.accountStatus === 'active' ? { id: person.id, name: person.name } : null;
}

function samePerson(asked: Asked): string {
  const { kind, isApplied } = asked;
  const name = nameOf(asked);
  const owner = ownerOf(asked);
  if (kind === 'email_taken')
    return t`What was sent is applied to ${name}. While ${owner} is active, the e-mail address stays with ${owner}.`;
  if (kind === 'number_taken')
    return t`What was sent is applied to ${name}, except the number, which stays with ${owner}.`;
  if (isApplied) return t`What was sent has been applied to ${name} already and stays.`;
  return t`What was sent is applied to ${name}.`;
}

function anotherPerson(asked: Asked): string[] {
  const { kind, isApplied, externalId } = asked;
  const name = nameOf(asked);
  const owner = ownerOf(asked);
  if (kind === 'email_taken')
    return [
      t`${owner}, who must be inactive, gives the e-mail address up; ${name} gets it with what was sent.`,
    ];
  if (kind === 'number_taken')
    return [t`${owner}, who must be inactive, gives the number up; ${name} gets it with what was sent.`];
  const restored = isApplied ? [t`${name} gets back the values that were overwritten.`] : [];
  if (isByAddress(asked))
    return [
      t`A new user is made of what was sent.`,
      t`${name}, who must be inactive, gives the e-mail address up and keeps ID, record and history.`,
      ...restored,
    ];
  return [
    t`A new user is made of what was sent.`,
    OWN_ID.test(externalId)
      ? t`Later rows with ${externalId} are about the new user; ${name} keeps that ID.`
      : t`The number ${externalId} moves to the new user.`,
    ...restored,
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
