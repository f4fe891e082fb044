/** The file is refused as a whole, and nothing of it was sent. The message is for who has sent it. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
}

/** The file stays where it is, and other files may be taken. The message is for the operator. */
export class LeftFile extends Error {
  override readonly name = 'LeftFile';
}

/** The command was asked to stop; the next start continues. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Whether a call of the operating system has failed, as when a disk is full, and not what a file says. */
export function isOfMachine(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || isOfMachine(error.cause));
}
