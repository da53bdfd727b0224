import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import { createElement, Fragment, type ReactNode } from 'react';
import { own } from '../../base/own.ts';
import styles from './markdown.module.css';

const markdown = parser.configure(GFM);

/** Returns the address if links may lead to it, else null; other links are shown as text. */
export const safeAddress = (address: string): string | null => (/^(?:https?:\/\/|mailto:)[^\s]+$/iu.test(address) ? address : null);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

function entity(text: string): string {
  const name = text.slice(1, -1);
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/iu.exec(name);
  if (!number) return own(entities, name) ?? text;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '�';
}

/** Syntax nodes that produce no output of their own. */
const marks =
  /^(?:HeaderMark|EmphasisMark|LinkMark|CodeMark|QuoteMark|ListMark|CodeInfo|StrikethroughMark|TableDelimiter|URL|LinkTitle|LinkLabel|TaskMarker)$/u;

const blocks: Readonly<Record<string, string>> = {
  Blockquote: 'blockquote',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
};

/**
 * Renders Markdown as React elements. HTML is shown as text, and links lead only to http, https and
 * mailto. External images become links, so that no text sends requests.
 */
export function MarkdownTree({ text }: { readonly text: string }) {
  return <>{between(text, markdown.parse(text).topNode)}</>;
}

/** Renders the content of a node: its children and the text between them. */
function between(text: string, node: SyntaxNode, from = node.from, to = node.to): ReactNode[] {
  const parts: ReactNode[] = [];
  const isBlock = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem|Table|TableHeader|TableRow)$/u.test(node.name);
  let position = from;
  const words = (until: number): void => {
    if (!isBlock && until > position) parts.push(text.slice(position, until).replace(/\n[ \t]*/gu, ' '));
  };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.to <= from || child.from >= to) continue;
    words(child.from);
    parts.push(<Fragment key={child.from}>{shown(text, child)}</Fragment>);
    position = child.to;
  }
  words(to);
  return parts;
}

function shown(text: string, node: SyntaxNode): ReactNode {
  const source = (): string => text.slice(node.from, node.to);
  const tag = own(blocks, node.name);
  if (tag !== undefined) {
    const start = node.name === 'OrderedList' ? Number.parseInt(source(), 10) : Number.NaN;
    return createElement(tag, Number.isNaN(start) || start === 1 ? null : { start }, between(text, node));
  }
  if (marks.test(node.name)) return node.name === 'TaskMarker' ? (/x/iu.test(source()) ? '☑ ' : '☐ ') : null;
  const heading = /^(?:ATX|Setext)Heading([1-6])$/u.exec(node.name);
  // The text is part of a page that has its own headings, so level 1 becomes 2.
  if (heading) return createElement(`h${Math.min(6, Number(heading[1]) + 1)}`, null, trimmed(between(text, node)));
  switch (node.name) {
    case 'Paragraph':
      return <p>{between(text, node)}</p>;
    case 'HardBreak':
      return <br />;
    case 'HorizontalRule':
      return <hr />;
    case 'Escape':
      return source().slice(1);
    case 'Entity':
      return entity(source());
    case 'InlineCode':
      return <code>{source().replace(/^`+ ?| ?`+$/gu, '')}</code>;
    case 'FencedCode':
    case 'CodeBlock':
      return (
        <pre>
          <code>{code(text, node)}</code>
        </pre>
      );
    case 'Autolink':
      return link(source().replace(/^<|>$/gu, ''), source().replace(/^<|>$/gu, ''));
    case 'Link':
    case 'Image': {
      const address = node.getChild('URL');
      const open = node.firstChild;
      const close = node.getChildren('LinkMark')[1];
      const label = open && close ? between(text, node, open.to, close.from) : source();
      return address ? link(text.slice(address.from, address.to).replace(/^<|>$/gu, ''), label) : source();
    }
    case 'Table':
      return (
        <div className={styles['scroll']}>
          <table>
            <tbody>{between(text, node)}</tbody>
          </table>
        </div>
      );
    case 'TableHeader':
    case 'TableRow':
      return <tr>{cells(text, node)}</tr>;
    case 'Task':
      return <p>{between(text, node)}</p>;
    default:
      // HTML, comments, link definitions: shown as written.
      return source();
  }
}

/** Finds the cells by the text between the bars, because empty cells have no node. */
function cells(text: string, row: SyntaxNode): ReactNode[] {
  const tag = row.name === 'TableHeader' ? 'th' : 'td';
  const bars = row.getChildren('TableDelimiter').map((bar) => bar.from);
  const edges = [...bars];
  if (bars[0] !== row.from) edges.unshift(row.from - 1);
  if (text.slice((bars.at(-1) ?? row.to) + 1, row.to).trim() !== '') edges.push(row.to);
  const all = row.getChildren('TableCell');
  return edges.slice(0, -1).map((edge, index) => {
    const cell = all.find((one) => one.from > edge && one.to <= (edges[index + 1] ?? row.to));
    return createElement(tag, { key: edge }, cell ? between(text, cell) : null);
  });
}

function code(text: string, node: SyntaxNode): string {
  const lines = node.getChildren('CodeText').map((line) => text.slice(line.from, line.to));
  return lines.join('');
}

function link(address: string, label: ReactNode): ReactNode {
  const safe = safeAddress(
    /^[^\s:/@]+@[^\s:/@]+$/u.test(address) ? `mailto:${address}` : address.startsWith('www.') ? `https://${address}` : address,
  );
  if (safe === null) return label;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  );
}

/** Removes the space after `##`. */
function trimmed(parts: ReactNode[]): ReactNode[] {
  const first = parts.findIndex((part) => typeof part === 'string');
  return parts.map((part, index) => (index === first && typeof part === 'string' ? part.trimStart() : part));
}
