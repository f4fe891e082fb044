interface Placed {
  /** By the name of the field that shows the message. */
  readonly errors: Readonly<Record<string, string>>;
  /** The paths that no field shows, with their messages. */
  readonly others: readonly (readonly [path: string, message: string])[];
}

/**
 * Finds the field that shows each error: the one with its name, else the first one of the row or group that it is
 * about, else the field that contains it, such as `recipients` for `recipients.2`.
 * @param errors the messages, by path in the body of the call
 * @param names the fields of the form, in their order
 */
export function placeErrors(errors: Readonly<Record<string, string>>, names: readonly string[]): Placed {
  const placed: Record<string, string> = {};
  const others: [string, string][] = [];
  for (const [path, message] of Object.entries(errors)) {
    const name =
      names.find((one) => one === path) ??
      names.find((one) => one.startsWith(`${path}.`)) ??
      names.find((one) => path.startsWith(`${one}.`));
    if (name === undefined) others.push([path, message]);
    else placed[name] ??= message;
  }
  return { errors: placed, others };
}
