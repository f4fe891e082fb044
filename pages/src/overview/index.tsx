import { lazy } from 'react';

export const Overview = lazy(() => import('./overview'));
