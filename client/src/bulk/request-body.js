import { Wakeup } from '../waiting.js';
const PIECE_BYTES = 16 * 1024;
/** Shorter than the pause after which the service takes what it has: it applies together what comes together. */
const TOGETHER_MS = 10;
/** A service that refuses the request as a whole answers within this time. */
const REFUSED_WITHIN_MS = 250;
const LINE_FEED = 10;
/**
 * The body of one bulk request: first the rows that an earlier request left unanswered, then further ones. It is read
 * as fast as the connection takes it, and holds back while too many rows have no answer.
 */
export class RequestBody {
    constructor(queue, source) {
        this.queue = queue;
        this.source = source;
        /** A row, room for one, or the end has come. */
        this.change = new Wakeup();
        this.welcomed = false;
        this.ending = false;
        this.cancelled = false;
        this.written = 0;
        /** Whether the rows of the piece that is made have waited for more. */
        this.isLate = false;
        queue.rewind();
        source.onArrival(() => {
            this.wake();
        });
        this.stream = new ReadableStream({
            pull: (controller) => this.pull(controller),
            cancel: () => {
                this.cancelled = true;
                this.end();
            },
        }, { highWaterMark: 0 });
    }
    get ended() {
        return this.ending;
    }
    /**
     * The service has answered, or had time to. Until then only a first piece is written: a service that refuses the
     * credential and closes the connection would otherwise reset it, and its answer would be lost.
     */
    welcome() {
        clearTimeout(this.patience);
        this.welcomed = true;
        this.wake();
    }
    /** An answer has made room. */
    wake() {
        this.change.raise();
    }
    /** Sends no further row, so that the service answers those that it has. */
    end() {
        clearTimeout(this.patience);
        this.ending = true;
        this.wake();
    }
    async pull(controller) {
        const piece = await this.piece();
        if (this.cancelled)
            return;
        if (piece.length > 0) {
            this.written += piece.length;
            controller.enqueue(piece);
            return;
        }
        this.ending = true;
        controller.close();
    }
    /** The next rows, as soon as there are some; none at the end. */
    async piece() {
        const rows = [];
        let bytes = 0;
        let timer;
        while (bytes < PIECE_BYTES && !this.ending) {
            const row = this.mayWrite() ? this.nextRow() : undefined;
            if (row !== undefined) {
                rows.push(row.json);
                bytes += row.json.length + 1;
                timer ??= setTimeout(() => {
                    this.isLate = true;
                    this.wake();
                }, TOGETHER_MS);
            }
            else if (this.isLate || (this.source.ended && this.queue.inFlight === this.queue.length))
                break;
            else
                await this.change.wait();
        }
        clearTimeout(timer);
        this.isLate = false;
        return joined(rows, bytes);
    }
    nextRow() {
        const unsent = this.queue.send();
        if (unsent !== undefined)
            return unsent;
        this.source.read();
        return this.queue.send();
    }
    mayWrite() {
        if (this.welcomed || this.written === 0)
            return true;
        this.patience ??= setTimeout(() => {
            this.welcome();
        }, REFUSED_WITHIN_MS);
        return false;
    }
}
/** The rows, each with its line feed. */
function joined(rows, bytes) {
    const whole = new Uint8Array(bytes);
    let place = 0;
    for (const row of rows) {
        whole.set(row, place);
        place += row.length;
        whole[place] = LINE_FEED;
        place += 1;
    }
    return whole;
}
//# sourceMappingURL=request-body.js.map