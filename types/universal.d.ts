/**
 * What browsers, workers and Node all have and ECMAScript does not name. The layers from `base` to `export` are checked
 * with these and nothing else of the host. Add here only what is the same everywhere.
 */
declare const crypto: {
  getRandomValues<T extends Uint8Array>(array: T): T;
};

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}

declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
}

declare function structuredClone<T>(value: T): T;
declare function queueMicrotask(run: () => void): void;
