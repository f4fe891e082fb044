/** A class whose decorators say what a body must be. */
export type DtoClass<T extends object> = new () => T;
