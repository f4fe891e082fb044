/** The private server cannot be had; the message is written for the person at the terminal and needs no stack. */
export class PrivateServerError extends Error {
  override readonly name = 'PrivateServerError';
}
