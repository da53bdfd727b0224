import { toBase64 } from '../../store/snapshot/base64.ts';

/** Escapes text for use in HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Embeds data in a page as a block that the browser does not run and that no data can end early.
 */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Embeds bytes in a page, as base64. */
export const byteBlock = (id: string, bytes: Uint8Array): string => `<script type="text/plain" id="${id}">${toBase64(bytes)}</script>`;
