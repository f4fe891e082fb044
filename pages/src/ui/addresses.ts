/** The address of one row's page. */
export function showAddress(resource: string, id: string): string {
  return `/${resource}/${encodeURIComponent(id)}/show`;
}

/** The address of the people whom a run changed, with these filters set. */
export function peopleOfRunAddress(run: string, filter: Readonly<Record<string, string>> = {}): string {
  return listAddress(`runs/${encodeURIComponent(run)}/people`, filter);
}

/** The address of a list with these filters set, as react-admin writes it. */
export function listAddress(resource: string, filter: Readonly<Record<string, string>>): string {
  return `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' }).toString()}`;
}

/** The address of a saved view of a list; it shows what the view holds when it is opened. */
export function viewAddress(list: string, view: string): string {
  return `/${list}?view=${view}`;
}
