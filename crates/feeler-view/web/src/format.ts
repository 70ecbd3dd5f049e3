// Numbers as feeler writes them.

/** A time: `850 ns`, `2.1 µs`, `12 ms`. */
export function time(ns: number): string {
  const units: [number, string][] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
  const [size, unit] = units.find(([size]) => ns >= size) ?? [1, "ns"];
  const value = ns / size;
  return `${value < 10 && size > 1 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A whole number with commas. */
export function count(n: number): string {
  return n.toLocaleString("en-US");
}

/** A number with its noun: `1 contact`, `12 contacts`. */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** A length with six digits. */
export function length(x: number): string {
  return x === 0 ? "0" : Number(x.toPrecision(6)).toString();
}

export function bytes(n: number): string {
  return n < 1e6 ? `${(n / 1e3).toFixed(0)} kB` : `${(n / 1e6).toFixed(1)} MB`;
}
