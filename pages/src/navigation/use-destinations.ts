import { t } from '@lingui/core/macro';

import { ALERT_SETTINGS } from '../alerts';
import { mayDo, useRole } from '../api/roles';
import { type MenuSection, SECTIONS } from './sections';

/** A page that is opened by its title. */
export interface PageTitle {
  readonly to: string;
  readonly label: string;
}

/** The menu, without what the user's role may not open. */
export function useSections(): readonly MenuSection[] {
  const role = useRole();
  return SECTIONS.map(({ destinations, ...section }) => ({
    ...section,
    destinations: destinations.filter(({ act }) => act === undefined || mayDo(role, act)),
  })).filter(({ destinations }) => destinations.length > 0);
}

/** Whether the user may open a page with this address. */
export function useMayOpen(): (address: string) => boolean {
  const role = useRole();
  const all = SECTIONS.flatMap(({ destinations }) => destinations);
  return (address) => {
    const of = all.find(({ to }) => to !== '/' && new RegExp(`^${to}(?:[/?]|$)`).test(address));
    return of?.act === undefined || mayDo(role, of.act);
  };
}

/** Every page that the user may open by its title. */
export function useDestinations(): readonly PageTitle[] {
  return [
    ...useSections().flatMap(({ destinations }) => destinations),
    { to: ALERT_SETTINGS, label: t`Who is alerted` },
    { to: '/account', label: t`Your account` },
  ];
}
