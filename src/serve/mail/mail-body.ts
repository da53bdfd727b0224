import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import { own } from '../../base/own.ts';

const markdown = parser.configure(GFM);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => own(entities, char) ?? char);
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The HTML element for each Markdown node. */
const tags: Readonly<Record<string, string>> = {
  Paragraph: 'p',
  Blockquote: 'blockquote',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
  InlineCode: 'code',
};

const marks = /^(?:HeaderMark|EmphasisMark|LinkMark|CodeMark|QuoteMark|ListMark|StrikethroughMark|URL|LinkTitle|LinkLabel)$/;
const blocks = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem)$/;

/**
 * Converts Markdown to HTML and plain text. HTML in the source is escaped, links lead to http,
 * https and mailto only, and the mail loads nothing from elsewhere.
 */
export const mailBody = (source: string): { readonly html: string; readonly text: string } => {
  const root = markdown.parse(source).topNode;
  return {
    html: inside(source, root, true),
    text: inside(source, root, false)
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
};

function inside(source: string, node: SyntaxNode, html: boolean, from = node.from, to = node.to): string {
  const words = (text: string): string => (blocks.test(node.name) ? '' : html ? escaped(text) : text);
  let position = from;
  let made = '';
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.to <= from || child.from >= to) continue;
    made += words(source.slice(position, child.from)) + shown(source, child, html);
    position = child.to;
  }
  return made + words(source.slice(position, to));
}

function shown(source: string, node: SyntaxNode, html: boolean): string {
  const written = source.slice(node.from, node.to);
  if (marks.test(node.name)) return '';
  if (/Heading[1-6]$/.test(node.name)) {
    const words = inside(source, node, html).trim();
    return html ? `<h2>${words}</h2>` : `${words}\n\n`;
  }
  switch (node.name) {
    case 'Escape':
      return html ? escaped(written.slice(1)) : written.slice(1);
    case 'HardBreak':
      return html ? '<br>' : '\n';
    case 'HTMLTag':
      // The line break in table cells.
      return /^<br\s*\/?>$/i.test(written) ? (html ? '<br>' : '\n') : html ? escaped(written) : written;
    case 'Link': {
      const address = node.getChild('URL');
      const close = node.getChildren('LinkMark')[1];
      const label = close ? inside(source, node, html, node.firstChild?.to ?? node.from, close.from) : written;
      const to = address === null ? '' : source.slice(address.from, address.to);
      if (!/^(?:https?:\/\/|mailto:)\S+$/i.test(to)) return label;
      return html ? `<a href="${escaped(to)}">${label}</a>` : `${label} (${to})`;
    }
  }
  const tag = own(tags, node.name);
  if (tag === undefined) return html ? escaped(written) : written;
  const content = inside(source, node, html);
  if (html) return `<${tag}>${content}</${tag}>`;
  return node.name === 'ListItem'
    ? `- ${content.trim()}\n`
    : /^(?:Paragraph|BulletList|OrderedList)$/.test(node.name)
      ? `${content}\n\n`
      : content;
}
