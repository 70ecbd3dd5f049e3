// How numbers arrive: a head in JSON, then lists of four-byte numbers.

export interface Packed<T> {
  head: T;
  lists: ArrayBuffer[];
}

/** Takes a message apart. */
export function unpack<T>(message: ArrayBuffer): Packed<T> {
  const length = new DataView(message).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(message, 4, length));
  const { head, counts } = JSON.parse(text) as { head: T; counts: number[] };
  let at = 4 + length;
  const lists = counts.map(count => {
    const list = message.slice(at, at + 4 * count);
    at += 4 * count;
    return list;
  });
  return { head, lists };
}
