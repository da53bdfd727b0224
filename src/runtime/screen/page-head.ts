/**
 * A style sheet that names each page but the first, which has the letterhead. It uses a margin box,
 * because no element repeats on every page.
 */
export function pageHead(text: string, direction: 'ltr' | 'rtl'): string {
  const quoted = `"${text.replace(/\s+/gu, ' ').replace(/["\\]/gu, '\\$&')}"`;
  const corner = direction === 'rtl' ? '@top-right' : '@top-left';
  const look = 'color: #666; font: 9pt system-ui, sans-serif;';
  return `@page { ${corner} { content: ${quoted}; ${look} } } @page :first { ${corner} { content: none; } }`;
}
