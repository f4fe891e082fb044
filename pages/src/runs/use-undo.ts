import { useCallback, useEffect, useRef, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { readUndo, type UndoSummary } from './undo-lines';

interface Step {
  readonly summary: UndoSummary | undefined;
  readonly isBusy: boolean;
  /** People so far. */
  readonly people: number;
  /** Rejects when it failed. */
  readonly begin: () => Promise<void>;
}

const NOTHING = { summary: undefined, isBusy: false, people: 0 };

/** Without a member, all of the run. */
export interface UndoPart {
  readonly kind?: string | undefined;
  readonly field?: string | undefined;
  readonly userIds?: readonly string[] | undefined;
}

/** The preview of an undo, or the undo itself; its connection is closed when the page is left. */
export function useUndo(run: string, method: 'GET' | 'POST', { kind, field, userIds }: UndoPart): Step {
  const api = useAdminApi();
  const [state, setState] = useState<Omit<Step, 'begin'>>(NOTHING);
  // A part is written anew for each call of the component.
  const ids = userIds?.join(',');
  const abort = useRef<AbortController>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
    },
    [],
  );
  const begin = useCallback(async () => {
    const controller = new AbortController();
    abort.current?.abort();
    abort.current = controller;
    const { signal } = controller;
    setState({ ...NOTHING, isBusy: true });
    try {
      const path = `runs/${encodeURIComponent(run)}/undo`;
      const lines = await api.lines(
        method,
        path,
        method === 'POST'
          ? { body: { confirm: run, kind, field, userIds: ids?.split(',') }, signal }
          : { query: { kind, field, userIds: ids }, signal },
      );
      const summary = await readUndo(lines, (people) => {
        setState((before) => ({ ...before, people }));
      });
      if (!signal.aborted) setState({ ...NOTHING, summary });
    } catch (error) {
      if (signal.aborted) return;
      setState(NOTHING);
      throw error;
    }
  }, [api, run, method, kind, field, ids]);
  return { ...state, begin };
}
