/** Why a text is not valid. The sentence names the variable and never repeats the text, which may be a secret. */
export class Wrong {
  constructor(readonly sentence: string) {}
}

/** Reads the text of a variable of this name. */
export type Kind<Value> = (text: string, name: string) => Value | Wrong;

export const anyText: Kind<string> = (text) => text;

/** @param most undefined means without a limit */
export function wholeNumber(least: number, most?: number): Kind<number> {
  const range = most === undefined ? `of ${least} or more` : `from ${least} to ${most}`;
  return (text, name) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    const isInRange = value >= least && value <= (most ?? Infinity);
    return isInRange ? value : new Wrong(`${name} must be a whole number ${range}`);
  };
}

export const flag: Kind<boolean> = (text, name) =>
  text === 'true' || text === 'false' ? text === 'true' : new Wrong(`${name} must be true or false`);

export function oneOf<Word extends string>(words: readonly Word[]): Kind<Word> {
  return (text, name) =>
    words.find((word) => word === text) ?? new Wrong(`${name} must be one of ${words.join(', ')}`);
}

/** @param must what the sentence says after the name, such as `must look like …` */
export function textThat(isValid: (text: string) => boolean, must: string): Kind<string> {
  return (text, name) => (isValid(text) ? text : new Wrong(`${name} ${must}`));
}
