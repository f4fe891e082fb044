import { lazyPage } from '../ui/lazy-page';

export const Overview = lazyPage(() => import('./overview'));
