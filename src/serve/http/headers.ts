/**
 * What every answer says of itself, whatever is in it: what Hono's `secureHeaders` sets one by one on an answer that is made, as something that an answer can be made with. A page says for itself
 * what it needs (`content-security-policy`); everything else is data, and needs nothing. `strict-transport-security` is missing: whoever ends TLS says it, and behind a proxy this server does not know.
 */
export const commonHeaders = (crossOrigin: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; webrtc 'block'",
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
