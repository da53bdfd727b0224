/*
 * JSON for data with maps and large integers: `{"$map": [[key, value], …]}` and `{"$integer":
 * "…"}`. No other keys of the data begin with `$`.
 */

export const toJsonText = (data: unknown): string =>
  JSON.stringify(data, (_key, value: unknown) => {
    if (value instanceof Map) return { $map: [...value] };
    return typeof value === 'bigint' ? { $integer: String(value) } : value;
  });

export const fromJsonText = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { $map: entries, $integer: integer } = value as { readonly $map?: unknown; readonly $integer?: unknown };
    if (Array.isArray(entries)) return new Map(entries as [unknown, unknown][]);
    return typeof integer === 'string' ? BigInt(integer) : value;
  });
