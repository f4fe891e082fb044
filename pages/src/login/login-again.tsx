import { Suspense, useEffect, useState } from 'react';

import { offerLogin } from '../api/session';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPage } from '../ui/lazy-page';
import { isAnythingUnsaved } from '../ui/unsaved';
import type { Asked } from './login-question';

const LoginQuestion = lazyPage(() => import('./login-question'));

/** Asks for a login over the page when the session ends while something is not saved, so that it is not lost. */
export const LoginAgain = () => {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    let waiting: Asked['answer'] = () => undefined;
    const end = offerLogin((session) => {
      if (!isAnythingUnsaved()) return Promise.resolve(false);
      return new Promise((resolve) => {
        const answer = (isLoggedIn: boolean) => {
          setAsked(undefined);
          resolve(isLoggedIn);
        };
        waiting = answer;
        setAsked({ session, answer });
      });
    });
    return () => {
      end();
      // The next session is asked about again.
      waiting(false);
    };
  }, []);
  if (asked === undefined) return null;
  return (
    <ErrorBoundary instead={<NoLogin answer={asked.answer} />}>
      <Suspense fallback={null}>
        <LoginQuestion {...asked} />
      </Suspense>
    </ErrorBoundary>
  );
};

/** Where its code cannot be loaded, the login page follows. */
const NoLogin = ({ answer }: Pick<Asked, 'answer'>) => {
  useEffect(() => {
    answer(false);
  }, [answer]);
  return null;
};
