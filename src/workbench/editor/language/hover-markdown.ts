/**
 * Renders the Markdown that hovers use as elements: paragraphs, lists, code and strong text.
 * Everything else is plain text.
 */
export function markdownElement(markdown: string): HTMLElement {
  const box = document.createElement('div');
  for (const block of markdown.split(/\n{2,}/)) {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- '))) {
      const list = document.createElement('ul');
      for (const line of lines) {
        const item = document.createElement('li');
        item.append(...inline(line.slice(2)));
        list.append(item);
      }
      box.append(list);
    } else {
      const paragraph = document.createElement('p');
      paragraph.append(...inline(block));
      box.append(paragraph);
    }
  }
  return box;
}

function inline(text: string): (string | HTMLElement)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    const code = piece.startsWith('`') && piece.length > 2;
    const strong = piece.startsWith('**') && piece.length > 4;
    if (!code && !strong) return piece;
    const element = document.createElement(code ? 'code' : 'strong');
    element.textContent = code ? piece.slice(1, -1) : piece.slice(2, -2);
    return element;
  });
}
