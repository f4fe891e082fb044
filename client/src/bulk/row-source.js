const LINE_FEED = 10;
const BLANK = 32;
const ENCODER = new TextEncoder();
/** Reads the caller's rows one by one, as far as there is room for them. */
export class RowSource {
    constructor(rows, jsonOf, queue) {
        this.jsonOf = jsonOf;
        this.queue = queue;
        this.hasEnded = false;
        this.isOpen = true;
        this.listener = () => undefined;
        this.iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
    }
    /** Whether the queue has got every row. */
    get ended() {
        return this.hasEnded;
    }
    /** Calls back when a row, or the end, arrives later than in {@link read}. */
    onArrival(listener) {
        this.listener = listener;
    }
    /** Reads one more row into the queue, if there is room for it and none is on its way. */
    read() {
        if (this.hasEnded || this.pending !== undefined || !this.queue.hasRoom)
            return;
        try {
            const result = this.iterator.next();
            if (!('then' in result))
                this.take(result);
            else
                this.pending = this.arrival(result);
        }
        catch (error) {
            this.fail(error);
        }
    }
    /** Resolves when the queue has a row, or the rows have ended. */
    async ready() {
        while (this.queue.length === 0 && !this.hasEnded) {
            this.read();
            await this.pending;
        }
    }
    /** Tells the caller's rows that no more of them are read. */
    async close() {
        if (!this.isOpen)
            return;
        this.isOpen = false;
        this.hasEnded = true;
        const closed = Promise.resolve(this.iterator.return?.());
        // A generator that waits for its next row ends only after that, which may be never.
        if (this.pending === undefined)
            await closed;
        else
            closed.catch(() => undefined);
    }
    async arrival(result) {
        try {
            this.take(await result);
        }
        catch (error) {
            this.fail(error);
        }
        this.pending = undefined;
        this.listener();
    }
    take(result) {
        if (result.done !== true) {
            this.queue.push(result.value, lineOf(this.jsonOf(result.value)));
            return;
        }
        this.isOpen = false;
        this.hasEnded = true;
    }
    fail(error) {
        this.hasEnded = true;
        this.failure = { error };
    }
}
/** @throws {TypeError} when it is not one line, as the answers would then be those of other rows */
function lineOf(json) {
    const line = typeof json === 'string' ? ENCODER.encode(json) : json;
    if (line === undefined)
        throw new TypeError('A row of a bulk request is no JSON.');
    if (line.includes(LINE_FEED) || !line.some((byte) => byte > BLANK))
        throw new TypeError('A row of a bulk request must be one line that is not blank.');
    return line;
}
//# sourceMappingURL=row-source.js.map