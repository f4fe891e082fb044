import {
  addTo,
  type Bitmap,
  bitmapOf,
  BLOCK_SIZE,
  emptyBitmap,
  has,
  idAt,
  type IdPlace,
  placeOfId,
  storedForm,
} from './people-block.js';
import { hasIdForm } from './user-ids.js';

const HEAD_BYTES = 6;
/** In the place of a block: an ID as a text follows. */
const TEXT = 0xff_ff_ff_ff;

/** Where an ID is that the service has assigned; a caller may have brought one with more zeros or digits. */
function assignedPlaceOf(id: string): IdPlace | undefined {
  const place = placeOfId(id);
  return place !== undefined && place.block < TEXT && idAt(place) === id ? place : undefined;
}

/** A set of people, by their 950/951 IDs. With a million consecutive IDs it takes 125 KiB, in memory and stored. */
export class PeopleSet {
  private readonly blocks = new Map<number, Bitmap>();
  /** IDs that have no place in a block. */
  private readonly texts = new Set<string>();
  private inBlocks = 0;

  static of(ids: readonly string[]): PeopleSet {
    const set = new PeopleSet();
    set.add(ids);
    return set;
  }

  /** @param stored by {@link stored} */
  static from(stored: Buffer): PeopleSet {
    const set = new PeopleSet();
    for (let at = 0; at < stored.length;) {
      const [block, start] = [stored.readUInt32BE(at), at + HEAD_BYTES];
      const form = stored.subarray(start, start + stored.readUInt16BE(at + 4));
      if (block === TEXT) set.texts.add(form.toString('ascii'));
      else set.addBlock(block, bitmapOf(form));
      at = start + form.length;
    }
    return set;
  }

  get size(): number {
    return this.inBlocks + this.texts.size;
  }

  /** What is no 950/951 ID is left out. */
  add(ids: readonly string[]): void {
    for (const id of ids) {
      const place = assignedPlaceOf(id);
      if (place !== undefined) this.inBlocks += addTo(this.bitmap(place.block), [place.position]);
      else if (hasIdForm(id)) this.texts.add(id);
    }
  }

  addAll(other: PeopleSet): void {
    for (const [block, bitmap] of other.blocks) this.addBlock(block, bitmap);
    for (const id of other.texts) this.texts.add(id);
  }

  has(id: string): boolean {
    const place = assignedPlaceOf(id);
    if (place === undefined) return this.texts.has(id);
    const bitmap = this.blocks.get(place.block);
    return bitmap !== undefined && has(bitmap, place.position);
  }

  /** The IDs, block by block. */
  *[Symbol.iterator](): Generator<string> {
    for (const block of [...this.blocks.keys()].sort((one, other) => one - other)) {
      const bitmap = this.bitmap(block);
      for (let position = 0; position < BLOCK_SIZE; position += 1)
        if (has(bitmap, position)) yield idAt({ block, position });
    }
    yield* this.texts;
  }

  /** Those who are in none of the others. */
  without(...others: readonly PeopleSet[]): PeopleSet {
    return this.combined(
      (byte, block, index) =>
        others.reduce((left, other) => left & ~(other.blocks.get(block)?.[index] ?? 0), byte),
      (id) => others.every((other) => !other.texts.has(id)),
    );
  }

  /** Those who are in the other too. */
  within(other: PeopleSet): PeopleSet {
    return this.combined(
      (byte, block, index) => byte & (other.blocks.get(block)?.[index] ?? 0),
      (id) => other.texts.has(id),
    );
  }

  /** The set in a form of at most 1.03 KiB for each 8,192 IDs, and of less where few of them are in it. */
  stored(): Buffer {
    const blocks = [...this.blocks].map(([block, bitmap]) => entryOf(block, storedForm(bitmap)));
    const texts = [...this.texts].map((id) => entryOf(TEXT, Buffer.from(id, 'ascii')));
    return Buffer.concat([...blocks, ...texts]);
  }

  private combined(
    byteOf: (byte: number, block: number, index: number) => number,
    isKept: (id: string) => boolean,
  ): PeopleSet {
    const set = new PeopleSet();
    for (const [block, bitmap] of this.blocks)
      set.addBlock(
        block,
        bitmap.map((byte, index) => byteOf(byte, block, index)),
      );
    for (const id of this.texts) if (isKept(id)) set.texts.add(id);
    return set;
  }

  private addBlock(block: number, added: Bitmap): void {
    const bitmap = this.bitmap(block);
    added.forEach((byte, index) => {
      const earlier = bitmap[index] ?? 0;
      bitmap[index] = earlier | byte;
      this.inBlocks += ones(byte & ~earlier);
    });
  }

  private bitmap(block: number): Bitmap {
    const known = this.blocks.get(block);
    if (known !== undefined) return known;
    const bitmap = emptyBitmap();
    this.blocks.set(block, bitmap);
    return bitmap;
  }
}

/** Empty where no one of a block is in the set. */
function entryOf(block: number, form: Buffer): Buffer {
  if (form.length === 0) return form;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(block, 0);
  head.writeUInt16BE(form.length, 4);
  return Buffer.concat([head, form]);
}

function ones(byte: number): number {
  let count = 0;
  for (let left = byte; left !== 0; left &= left - 1) count += 1;
  return count;
}
