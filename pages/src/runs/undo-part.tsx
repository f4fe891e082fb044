import { plural, t } from '@lingui/core/macro';
import Typography from '@mui/material/Typography';

import { entryOf } from '../ui/options';
import { fieldWords } from '../ui/words';
import { CHANGE_KINDS } from './change-kinds';
import type { UndoPart } from './use-undo';

export function isPart({ kind, field, userIds }: UndoPart): boolean {
  return kind !== undefined || field !== undefined || userIds !== undefined;
}

export function titleOf(run: string, part: UndoPart, isDone: boolean): string {
  if (isPart(part)) return isDone ? t`A part of ${run} is undone` : t`Undo a part of ${run}?`;
  return isDone ? t`${run} is undone` : t`Undo ${run}?`;
}

/** What is put back of so many people; a field alone, or all that the run did to them. */
function sentenceOf({ field }: UndoPart, people: number): string {
  if (field === undefined)
    return plural(people, {
      one: 'Put back all that the run changed of # user; other users stay as they are.',
      other: 'Put back all that the run changed of # users; other users stay as they are.',
    });
  const name = fieldWords(field);
  return plural(people, {
    one: `Put back ${name} of # user; other changes of the run stay.`,
    other: `Put back ${name} of # users; other changes of the run stay.`,
  });
}

export const PartSentence = ({ part, people }: { readonly part: UndoPart; readonly people: number }) => {
  const kind = part.kind === undefined ? undefined : entryOf(CHANGE_KINDS, part.kind);
  return (
    <Typography sx={{ mb: 1.5 }}>
      {sentenceOf(part, people)} {kind?.chosen}
    </Typography>
  );
};
