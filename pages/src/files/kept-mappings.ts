import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { KeptMappingDto } from '../api/openapi';
import type { OwnMapping } from './mapping-rules';
import type { FileOptions } from './use-file-step';

const KEY = ['kept-mappings'];
/** More are never kept. */
const MOST = 100;

/** A mapping that is kept for files of a sender. */
export type Kept = Omit<KeptMappingDto, 'mapping'> & { readonly mapping: OwnMapping };

/** How a file is read, whatever its name. */
export type Reading = Pick<FileOptions, 'encoding' | 'blankClears' | 'mapping'>;

export function readingOf({ encoding, blankClears, mapping }: Reading): Reading {
  return { encoding, blankClears, mapping };
}

/** The mappings that the tenant keeps, and how to change them; undefined while they are read. */
export function useKeptMappings() {
  const api = useAdminApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.get<Kept[]>('files/mappings', { perPage: MOST })).data,
  });
  const changed = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    kept: data,
    error,
    keep: async (sender: string, columnsHash: string, reading: Reading) => {
      await api.put(`files/mappings/${encodeURIComponent(sender)}`, { ...readingOf(reading), columnsHash });
      await changed();
    },
    remove: async (sender: string) => {
      await api.remove(`files/mappings/${encodeURIComponent(sender)}`);
      await changed();
    },
  };
}
