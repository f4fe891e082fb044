/** The decorators of a DTO class use something that is not compiled; the message says what. */
export class NotCompilable extends Error {}
