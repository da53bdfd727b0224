/**
 * Returns the content security policy of a built product. SQLite's WebAssembly needs
 * 'wasm-unsafe-eval'; styles that React sets on elements need 'unsafe-inline' for styles. Nothing
 * else may be loaded, and nothing may be sent anywhere.
 */
export function sitePolicy(): readonly string[] {
  return policy({ scripts: "'self' 'wasm-unsafe-eval'", workers: "'self'", own: "'self'" });
}

/**
 * Returns the policy of a single-file product. Its script is allowed by its hash (base64 of
 * SHA-256); its worker and the owner's components load from blobs.
 */
export function singleFilePolicy(hash: string, withComponents: boolean): readonly string[] {
  return policy({ scripts: `'sha256-${hash}' 'wasm-unsafe-eval'${withComponents ? ' blob:' : ''}`, workers: 'blob:', own: "'none'" });
}

const policy = ({
  scripts,
  workers,
  own,
}: {
  readonly scripts: string;
  readonly workers: string;
  readonly own: string;
}): readonly string[] => [
  "default-src 'none'",
  `script-src ${scripts}`,
  `worker-src ${workers}`,
  `style-src ${own === "'none'" ? '' : `${own} `}'unsafe-inline'`,
  `img-src ${own === "'none'" ? '' : `${own} `}data: blob:`,
  `font-src ${own === "'none'" ? 'data:' : own}`,
  `connect-src ${own}`,
  `manifest-src ${own}`,
  "object-src 'none'",
  `base-uri ${own}`,
  "form-action 'none'",
];
