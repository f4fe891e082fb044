/** The address of a list with these filters set, as react-admin writes it. */
export function listWith(resource: string, filter: Readonly<Record<string, string>>): string {
  return `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' }).toString()}`;
}
