import { useState } from 'react';

import { TextInput } from '../ui/text-input';
import { recipientsProblem } from './recipients';

interface RecipientsInputProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** E-mail addresses, checked as they are typed: each when it is complete, the last one when the field is left. */
export const RecipientsInput = (props: RecipientsInputProps) => {
  const [isTyping, setTyping] = useState(false);
  return (
    <TextInput
      {...props}
      problem={recipientsProblem(props.value, isTyping)}
      onFocus={() => {
        setTyping(true);
      }}
      onBlur={() => {
        setTyping(false);
      }}
    />
  );
};
