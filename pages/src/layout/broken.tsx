import { BrokenPage } from '../ui/error-boundary';
import { Standalone } from './standalone';

/** Shown in place of everything when header or menu fail. */
export const Broken = () => (
  <Standalone>
    <BrokenPage />
  </Standalone>
);
