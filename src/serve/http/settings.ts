/** How a product is served; every value has a default. */
export interface HttpSettings {
  /** Largest body, in bytes. */
  readonly bodyLimit: number;
  /** Largest file that a form may send, in bytes. */
  readonly fileLimit: number;
  /** Requests of one address in a minute; 0: as many as it likes. */
  readonly requestsPerMinute: number;
  /** Longest answer, in milliseconds. */
  readonly timeout: number;
  /** Origins whose pages may call: `https://app.example.com`, or `*` (then without cookies). */
  readonly corsOrigins: readonly string[];
  /** How many proxies stand before this server: so many entries of X-Forwarded-For are believed. */
  readonly proxies: number;
}

export const defaultSettings: HttpSettings = {
  bodyLimit: 1_000_000,
  fileLimit: 20_000_000,
  requestsPerMinute: 1200,
  timeout: 30_000,
  corsOrigins: [],
  proxies: 0,
};
