import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

import { untilReachable } from '../api/connection';
import { reloadOnce } from '../reload-once';
import { isAnythingUnsaved } from './unsaved';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/** The first page and its data come first. Without the wait each browser test would load the code of all pages. */
const WAIT_MS = 5000;

const parts: (() => Promise<unknown>)[] = [];

/** A page, or a part of one, whose code is loaded when it is shown first, or when the browser has time for it. */
export function lazyPage<P>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  parts.push(load);
  return lazy(() => loaded(load));
}

/** Waits while the service cannot be reached. Files that are gone then were replaced by an upgrade. */
async function loaded<P>(load: Load<P>, isSecond = false): ReturnType<Load<P>> {
  try {
    return await load();
  } catch (error) {
    await untilReachable();
    if (!isSecond) return loaded(load, true);
    // A reload would lose what is not saved; the boundary around the part says what to do.
    if (isAnythingUnsaved() || !reloadOnce()) throw error;
    // Nothing is shown any more before the page is loaded again.
    return new Promise(() => undefined);
  }
}

let hasBegun = false;

/** Loads what is not loaded yet, one part after the other, so that pages can be opened without the network. */
export function loadPartsWhenIdle(): void {
  if (hasBegun) return;
  hasBegun = true;
  const waiting = [...parts];
  const next = () => {
    if (!navigator.onLine) {
      window.addEventListener('online', next, { once: true });
      return;
    }
    const load = waiting.shift();
    // What fails is loaded when it is shown.
    if (load !== undefined) whenIdle(() => void load().then(next, next));
  };
  window.setTimeout(next, WAIT_MS);
}

function whenIdle(work: () => void): void {
  // Safari has no `requestIdleCallback`; there the next task begins after the events that already wait.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 0);
}
