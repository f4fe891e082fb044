function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A pattern of LIKE for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`;
}

/** A pattern of LIKE for texts that contain this one. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}
