import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useStoreContext } from 'react-admin';

import { isNotFound } from '../api/http';

/** Between the tabs of a browser: the ID of a person who was erased. */
const ERASED = new BroadcastChannel('erased-people');

/** The session; nothing of it is about other people. */
const OF_SESSION = 'auth';

/** What the browser keeps of a person: answers that name the person, and the filters of lists. */
export function useForget(): (userId: string) => void {
  const client = useQueryClient();
  const store = useStoreContext();
  return useCallback(
    (userId) => {
      store.reset();
      client.removeQueries({ type: 'inactive' });
      // What is shown is empty until it is read again; a form without the person keeps what is typed.
      void client.resetQueries({
        predicate: ({ queryKey, state }) => JSON.stringify([queryKey, state.data]).includes(userId),
      });
      // A name may be shown without the ID.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== OF_SESSION });
    },
    [client, store],
  );
}

/** The same in all tabs of the browser. */
export function useForgetEverywhere(): (userId: string) => void {
  const forget = useForget();
  return useCallback(
    (userId) => {
      forget(userId);
      ERASED.postMessage(userId);
    },
    [forget],
  );
}

/** Forgets people whom another tab has erased. A page that the back button brings as it was is read again. */
export function useForgetting(): void {
  const forget = useForget();
  useEffect(() => {
    const hear = ({ data }: MessageEvent<string>) => {
      forget(data);
    };
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    ERASED.addEventListener('message', hear);
    window.addEventListener('pageshow', lookAgain);
    return () => {
      ERASED.removeEventListener('message', hear);
      window.removeEventListener('pageshow', lookAgain);
    };
  }, [forget]);
}

/** The answer of a query; nothing once the service has it no more. */
export function stillThere<A extends { readonly data?: unknown; readonly error: unknown }>(answer: A): A {
  return isNotFound(answer.error) ? { ...answer, data: undefined } : answer;
}
