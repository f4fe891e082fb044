import type { Column } from './types';

/** The actor: the page shows the name; the export also has the identifier that the audit log uses. */
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
