import { t } from '@lingui/core/macro';
import { useGetList } from 'react-admin';

import type { AdministratorDto, FoundDto } from '../api/openapi';
import { useMay } from '../api/roles';
import type { Choice, Choices } from '../ui/list/picker';
import type { Row } from '../ui/list/types';
import { useSearch } from '../ui/use-search';

// Values are as the audit log names them: `user:950000001`.

/** A target or actor that is named by its code, for those that no search finds. */
const CODE = /^([a-z-]+:\S+|terminal)$/;

function codeOf(typed: string): Choice[] {
  const text = typed.trim();
  return CODE.test(text) ? [{ value: text, label: text, detail: t`As it is typed` }] : [];
}

function keysOf(found: FoundDto | undefined): Choice[] {
  return (found?.keys ?? []).map(({ apiKey, label }) => ({ value: `key:${apiKey}`, label, detail: t`Key` }));
}

function peopleOf(found: FoundDto | undefined, prefix: 'user' | 'admin'): Choice[] {
  return (found?.people ?? []).map(({ id, name, accountType }) => ({
    value: `${prefix}:${id}`,
    label: name,
    detail: `${accountType} ${id}`,
  }));
}

/** People and keys: what entries are mostly about. */
export function useTargets(typed: string): Choices {
  const { found, ...search } = useSearch(typed);
  return { ...search, choices: [...peopleOf(found, 'user'), ...keysOf(found), ...codeOf(typed)] };
}

/** Administrators, keys, and the people who were administrators once. */
export function useActors(typed: string): Choices {
  const { found, ...search } = useSearch(typed);
  const words = typed.toLowerCase().split(/\s+/);
  const administrators = useAdministrators();
  const named = administrators.filter(({ value, label }) =>
    words.every((word) => `${label} ${value}`.toLowerCase().includes(word)),
  );
  const others = peopleOf(found, 'admin').filter(
    ({ value }) => !administrators.some((administrator) => administrator.value === value),
  );
  return { ...search, choices: [...named, ...keysOf(found), ...others, ...codeOf(typed)] };
}

function useAdministrators(): Choice[] {
  const mayList = useMay('audit');
  const { data = [] } = useGetList<Row<AdministratorDto>>(
    'administrators',
    { pagination: { page: 1, perPage: 1000 }, sort: { field: 'lastName', order: 'ASC' } },
    { enabled: mayList },
  );
  return data.map(({ userId, firstName, lastName }) => ({
    value: `admin:${userId}`,
    label: `${firstName} ${lastName}`,
    detail: t`Administrator`,
  }));
}
