import { formatId, hasIdForm } from './user-ids.js';

/** How many IDs are in a block. */
export const BLOCK_SIZE = 8192;
const BITMAP_BYTES = BLOCK_SIZE / 8;
/** A shorter list of positions takes less room than the bitmap. */
const POSITION_BYTES = 2;
const PREFIX_LENGTH = 3;

/** Where an ID is among all IDs. Blocks of 950 IDs have even numbers, those of 951 IDs odd ones. */
export interface IdPlace {
  readonly block: number;
  readonly position: number;
}

/** Some IDs of one block: a bit for each. */
export type Bitmap = Uint8Array;

/** Undefined when it is no 950/951 ID. */
export function placeOfId(id: string): IdPlace | undefined {
  if (!hasIdForm(id)) return undefined;
  const number = Number(id.slice(PREFIX_LENGTH));
  const ofPrefix = id.startsWith('951') ? 1 : 0;
  return { block: Math.floor(number / BLOCK_SIZE) * 2 + ofPrefix, position: number % BLOCK_SIZE };
}

/** The ID at a place. */
export function idAt({ block, position }: IdPlace): string {
  return formatId(block % 2 === 0 ? '950' : '951', Math.floor(block / 2) * BLOCK_SIZE + position);
}

/** Where these IDs are, by block; what is no 950/951 ID is left out. */
export function placesByBlock(ids: readonly string[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const id of ids) {
    const place = placeOfId(id);
    if (place === undefined) continue;
    const positions = places.get(place.block);
    if (positions === undefined) places.set(place.block, [place.position]);
    else positions.push(place.position);
  }
  return places;
}

export function emptyBitmap(): Bitmap {
  return new Uint8Array(BITMAP_BYTES);
}

export function has(bitmap: Bitmap, position: number): boolean {
  return ((bitmap[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;
}

/** @returns how many of the positions were not in it yet */
export function addTo(bitmap: Bitmap, positions: Iterable<number>): number {
  let added = 0;
  for (const position of positions) {
    if (has(bitmap, position)) continue;
    bitmap[position >> 3] = (bitmap[position >> 3] ?? 0) | (1 << (position & 7));
    added += 1;
  }
  return added;
}

/** As it is stored: the positions, two bytes each, or the bits when these are shorter. */
export function storedForm(bitmap: Bitmap): Buffer {
  const positions: number[] = [];
  for (let position = 0; position < BLOCK_SIZE; position += 1) {
    // Most bytes of a block that single people are read from are empty.
    if ((position & 7) === 0 && bitmap[position >> 3] === 0) position += 7;
    else if (has(bitmap, position)) positions.push(position);
  }
  if (positions.length * POSITION_BYTES >= BITMAP_BYTES) return Buffer.from(bitmap);
  const list = Buffer.alloc(positions.length * POSITION_BYTES);
  positions.forEach((position, index) => list.writeUInt16BE(position, index * POSITION_BYTES));
  return list;
}

/** The bitmap of what {@link storedForm} has made. */
export function bitmapOf(stored: Buffer): Bitmap {
  if (stored.length === BITMAP_BYTES) return new Uint8Array(stored);
  const bitmap = emptyBitmap();
  const positions: number[] = [];
  for (let at = 0; at < stored.length; at += POSITION_BYTES) positions.push(stored.readUInt16BE(at));
  addTo(bitmap, positions);
  return bitmap;
}
