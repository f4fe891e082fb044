/** A statement with the values for its question marks. */
export interface PacketPart {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** The statements of one packet; a transaction sends several at once. None of ours has a question mark that stands for itself. */
export function partsOf(packet: string, parameters: readonly unknown[]): PacketPart[] {
  const left = [...parameters];
  return packet.split(';\n').map((sql) => ({ sql, parameters: left.splice(0, sql.split('?').length - 1) }));
}
