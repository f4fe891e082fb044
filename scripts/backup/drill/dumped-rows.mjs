// How many rows of each table are in a dump, read from the dump itself.
import { Writable } from 'node:stream';

const INSERT = /^INSERT INTO `([^`]+)`/;
const NEW_TABLE = /^CREATE TABLE `([^`]+)`/;

/** Counts the rows of a dump that is written to it. */
export class DumpedRows extends Writable {
  rows = new Map();
  /** @type {string | undefined} */
  table;
  line = '';
  depth = 0;
  isText = false;
  isEscaped = false;

  _write(chunk, _, done) {
    // One character for each byte: no byte of a longer character is one of the signs that are looked for.
    for (const sign of chunk.toString('latin1')) {
      if (this.table === undefined) this.look(sign);
      else this.count(sign);
    }
    done();
  }

  /** Outside of the rows. */
  look(sign) {
    if (sign === '\n') {
      const [, name] = NEW_TABLE.exec(this.line) ?? [];
      if (name !== undefined) this.rows.set(name, 0);
      this.line = '';
      return;
    }
    // A line of another statement may be long, and only its beginning matters.
    if (this.line.length < 4096) this.line += sign;
    if (!this.line.endsWith('VALUES')) return;
    this.table = INSERT.exec(this.line)?.[1];
    if (this.table !== undefined) this.line = '';
  }

  /** Inside of the rows: each is in parentheses, and a text may contain any sign. */
  count(sign) {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isText && sign === '\\') this.isEscaped = true;
    else if (sign === "'") this.isText = !this.isText;
    else if (this.isText) return;
    else if (sign === '(') this.depth += 1;
    else if (sign === ')') {
      this.depth -= 1;
      if (this.depth === 0) this.rows.set(this.table, (this.rows.get(this.table) ?? 0) + 1);
    } else if (sign === ';') this.table = undefined;
  }
}
