/** The private server cannot be started or joined. The message is for the user at the terminal and needs no stack. */
export class PrivateServerError extends Error {
  override readonly name = 'PrivateServerError';
}
