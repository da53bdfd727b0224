/*
 * Objects used as maps with keys from outside. A field may have the name `constructor` or
 * `__proto__`: inherited properties must not count as values, and writing must not change the
 * prototype.
 */

/** The object's own value for a name; undefined if it has none. */
export const own = <T>(map: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  map !== null && map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

export function setOwn<T>(map: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
  else map[name] = value;
}
