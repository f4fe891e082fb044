import type { Column } from './types';

/** Who did it: the name is shown; the export has the actor as the audit log writes it, too. */
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

/** A person by last name. */
export function lastNameFirst(person: { readonly lastName: string; readonly firstName: string }): string {
  return `${person.lastName}, ${person.firstName}`;
}
