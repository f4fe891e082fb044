/** A DTO class says something that is not compiled; it says what. */
export class NotCompilable extends Error {}
