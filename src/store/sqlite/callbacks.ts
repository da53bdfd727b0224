/**
 * Parameters and result, one letter each: `i` for 32 bits, `j` for 64 bits (as BigInt), `v` for
 * none.
 */
type Signature = `${string}:${'i' | 'v'}`;

export interface Callback {
  readonly signature: Signature;
  // biome-ignore lint/suspicious/noExplicitAny: the signature says what it is given.
  readonly run: (...args: any[]) => unknown;
}

const types: Readonly<Record<string, number>> = { i: 0x7f, j: 0x7e };

/** Encodes a number in LEB128, as WebAssembly does. */
function number(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const list = (items: readonly (readonly number[])[]): number[] => [...number(items.length), ...items.flat()];
const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const body = list(items);
  return [id, ...number(body.length), ...body];
};
const name = (text: string): number[] => list(Array.from(text, (letter) => [letter.charCodeAt(0)]));
const valueTypes = (letters: string): number[] => list(Array.from(letters, (letter) => [types[letter] as number]));

/**
 * Makes functions that a WebAssembly table accepts. A table accepts only exports of a module, so
 * this generates a module that imports them all and exports them again.
 */
export function entries(functions: readonly Callback[]): WebAssembly.ExportValue[] {
  const signatures = functions.map(({ signature }) => {
    const [given = '', returned = ''] = signature.split(':');
    return [0x60, ...valueTypes(given), ...valueTypes(returned === 'v' ? '' : returned)];
  });
  const bytes = Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, signatures),
    ...section(
      2,
      functions.map((_, index) => [...name('f'), ...name(`${index}`), 0, ...number(index)]),
    ),
    ...section(
      7,
      functions.map((_, index) => [...name(`${index}`), 0, ...number(index)]),
    ),
  );
  const f = Object.fromEntries(functions.map(({ run }, index) => [`${index}`, run]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { f });
  return functions.map((_, index) => exports[`${index}`] as WebAssembly.ExportValue);
}
