import { Suspense, useEffect, useState } from 'react';

import { offerRepair } from '../api/session';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPage } from '../ui/lazy-page';
import { isAnythingUnsaved } from '../ui/unsaved';
import type { Asked } from './login-question';

const QUESTIONS = {
  login: lazyPage(() => import('./login-question')),
  factor: lazyPage(() => import('./factor-question')),
};

/**
 * Asks over the page for what the session needs, a login or a second factor, while something is not saved, so that it
 * is not lost.
 */
export const LoginAgain = () => {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    let waiting: Asked['answer'] = () => undefined;
    const end = offerRepair((session, needed) => {
      if (!isAnythingUnsaved()) return Promise.resolve(false);
      return new Promise((resolve) => {
        const answer = (isRepaired: boolean) => {
          setAsked(undefined);
          resolve(isRepaired);
        };
        waiting = answer;
        setAsked({ session, needed, answer });
      });
    });
    return () => {
      end();
      // The next session is asked about again.
      waiting(false);
    };
  }, []);
  if (asked === undefined) return null;
  const { needed, ...question } = asked;
  const Question = QUESTIONS[needed];
  return (
    <ErrorBoundary instead={<NoLogin answer={asked.answer} />}>
      <Suspense fallback={null}>
        <Question {...question} />
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
