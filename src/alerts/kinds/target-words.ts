import { type Sentence, sentence } from '../../texts/sentence.js';

/** A target system in a sentence; blank: items without one. */
export function targetInSentence(name: string): Sentence {
  return name === ''
    ? sentence('items without a target system')
    : sentence('the target system {name}', { name });
}
