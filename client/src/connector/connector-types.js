/** Thrown by a handler when another attempt cannot succeed: the item becomes `failed` with this message. */
export class PermanentError extends Error {
    constructor() {
        super(...arguments);
        this.name = 'PermanentError';
    }
}
//# sourceMappingURL=connector-types.js.map