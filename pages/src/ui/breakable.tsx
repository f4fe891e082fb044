import { Fragment } from 'react';

/** A name or address whose line may be broken after a punctuation mark, instead of inside a word. */
export const Breakable = ({ name }: { readonly name: string }) => (
  <span translate="no">
    {name.split(/(?<=[.:_@/-])/).map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);
