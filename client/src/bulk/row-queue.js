/** No more rows are without an answer at a time; they bound the memory of a bulk request. */
const MOST_ROWS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** The rows that were read and have no final answer, in order. */
export class RowQueue {
    constructor() {
        /** How many rows were sent again. */
        this.resent = 0;
        this.rows = [];
        this.head = 0;
        this.bytes = 0;
        this.sentCount = 0;
    }
    get length() {
        return this.rows.length - this.head;
    }
    get hasRoom() {
        return this.length < MOST_ROWS && this.bytes < MOST_BYTES;
    }
    /** Rows sent since the last `rewind`, and not settled. */
    get inFlight() {
        return this.sentCount;
    }
    push(row, json) {
        this.rows.push({ row, json, isSent: false });
        this.bytes += json.length;
    }
    /** The next row that was not sent since the last `rewind`, now counted as sent. */
    send() {
        const row = this.rows[this.head + this.sentCount];
        if (row === undefined)
            return undefined;
        this.sentCount += 1;
        if (row.isSent)
            this.resent += 1;
        row.isSent = true;
        return row;
    }
    /** A row in flight by its place, 0 for the oldest. */
    at(place) {
        return place < this.sentCount ? this.rows[this.head + place] : undefined;
    }
    /** Removes the oldest row. */
    settle() {
        this.bytes -= this.rows[this.head]?.json.length ?? 0;
        this.rows[this.head] = undefined;
        this.head += 1;
        this.sentCount -= 1;
        // The front is cut off rarely, so that each call is cheap when the queue is long.
        if (this.head > 1024 && this.head * 2 > this.rows.length) {
            this.rows = this.rows.slice(this.head);
            this.head = 0;
        }
    }
    /** A new request begins: every row is to be sent again. */
    rewind() {
        this.sentCount = 0;
    }
}
//# sourceMappingURL=row-queue.js.map