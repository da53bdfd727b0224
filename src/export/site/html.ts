import { toBase64 } from '../../store/snapshot/base64.ts';

/** Text where HTML is around it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Data in a page: a block that the browser does not run, and that nothing in the data can end. */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Bytes in a page, as base64. */
export const byteBlock = (id: string, bytes: Uint8Array): string => `<script type="text/plain" id="${id}">${toBase64(bytes)}</script>`;
