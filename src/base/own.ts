/*
 * Objects as maps whose keys come from outside. A field may be called `constructor` or `__proto__`:
 * what every object inherits is none of a map's values, and writing must not change what an object
 * inherits from.
 */

/** The value of a name; undefined: the object itself has none. */
export const own = <T>(map: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  map !== null && map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

export function setOwn<T>(map: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
  else map[name] = value;
}
