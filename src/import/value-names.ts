/** Maps the values of an enum to unique names that the Type cell can list. */
export function valueNames(values: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const value of values) {
    const plain =
      value
        .replaceAll(/[^\p{L}\p{N} ._/+-]+/gu, ' ')
        .replaceAll(/ +/g, ' ')
        .trim() || 'empty';
    const taken = new Set([...names.values()].map((name) => name.toLowerCase()));
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain} ${number}`;
    if (!names.has(value)) names.set(value, name);
  }
  return names;
}
