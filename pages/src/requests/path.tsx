import { Fragment } from 'react';

/** A path whose line may be broken after a slash. */
export const Path = ({ path }: { readonly path: string }) => (
  <span translate="no">
    {path.split(/(?<=[/?&])/).map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);
