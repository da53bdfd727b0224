/**
 * The headers of every response: those of Hono's `secureHeaders`, but ready to create a response
 * with. Pages set their own `content-security-policy`; everything else is data and needs none.
 * `strict-transport-security` is left to the proxy that ends TLS.
 */
export const commonHeaders = (crossOrigin: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': crossOrigin ? 'cross-origin' : 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});
