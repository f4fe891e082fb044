import { Fragment } from 'react';

/** A path that may be broken after every slash, and nowhere else if it can be helped. */
export const Path = ({ path }: { readonly path: string }) =>
  path.split(/(?<=[/?&])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
