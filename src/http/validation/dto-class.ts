/** A class whose decorators describe a valid body. */
export type DtoClass<T extends object> = new () => T;
