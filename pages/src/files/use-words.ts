import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { FileHeadDto, FileWordsDto } from '../api/openapi';
import type { OwnMapping } from './mapping-rules';
import { bodyOf, type FileOptions } from './use-file-step';

interface Asked {
  readonly file: File;
  readonly number: number;
  readonly options: FileOptions;
  /** Undefined while it is not that of these options. */
  readonly head: FileHeadDto | undefined;
}

/**
 * The words of the file in fields of fixed values, of the columns that have a clear proposal too. The whole file is
 * sent, so that it is counted again only where other columns are read.
 */
export function useWords({ file, number, options, head }: Asked) {
  const api = useAdminApi();
  const columns = head === undefined ? undefined : rulesOf(head, options.mapping);
  const { values: _, defaults: __, columns: ___, ...conditions } = options.mapping;
  const mapping = { ...conditions, columns };
  const asked: FileOptions = { ...options, blankClears: false, mapping };
  const { data, error, isFetching } = useQuery({
    queryKey: ['file-words', number, asked],
    enabled: columns !== undefined,
    queryFn: async () => (await api.post<FileWordsDto>('files/words', await bodyOf(file, asked))).data,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  return { words: columns === undefined ? undefined : data, error, isCounting: isFetching };
}

/** The rules that decide which columns have words; undefined when none has. */
function rulesOf(head: FileHeadDto, { columns: own = {} }: OwnMapping): OwnMapping['columns'] {
  const read = new Map(
    head.columns.flatMap(({ name, hasFixedValues, proposal }) => {
      if (!hasFixedValues || proposal?.isClear === false) return [];
      return [[keyOf(name), proposal?.rule] as const];
    }),
  );
  if (read.size === 0) return undefined;
  const chosen = Object.entries(own).filter(([column, rule]) => rule === null || read.has(keyOf(column)));
  const proposed = head.columns.flatMap(({ name }): [string, unknown][] => {
    const rule = read.get(keyOf(name));
    return rule === undefined ? [] : [[name, rule]];
  });
  // In one order, so that an accepted proposal is no other question.
  return Object.fromEntries([...chosen, ...proposed].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function keyOf(column: string): string {
  return column.trim().toLowerCase();
}
