import type { Column } from './types';

/** Who did it: the page shows the name, and the export has the actor as the audit log names it, too. */
export function actorColumn<T extends { readonly actor: string; readonly actorLabel: string }>(
  label: string,
): Column<T> {
  return {
    name: 'actor',
    label,
    csv: ({ actorLabel, actor }) => (actorLabel === actor ? actor : `${actorLabel} (${actor})`),
    render: ({ actorLabel, actor }) => <span title={actor}>{actorLabel}</span>,
  };
}

/** "Lee, Ann". */
export function lastNameFirst(person: { readonly lastName: string; readonly firstName: string }): string {
  return `${person.lastName}, ${person.firstName}`;
}
