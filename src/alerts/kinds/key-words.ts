import { type Sentence, sentence } from '../../texts/sentence.js';

/** An API key in a sentence, after "The" or "the". */
export function keyInSentence(apiKey: string, labels: ReadonlyMap<string, string>): Sentence {
  const label = labels.get(apiKey);
  return label === undefined
    ? sentence('API key {apiKey}', { apiKey })
    : sentence('API key “{label}” ({apiKey})', { label, apiKey });
}
