import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';

const look = EditorView.theme({
  '&': {
    maxHeight: '320px',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-6)',
    backgroundColor: 'var(--bg)',
    color: 'var(--text)',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '12px', lineHeight: '18px' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--success-soft)' },
  '&.cm-merge-b .cm-changedText, &.cm-merge-b .cm-inlineChangedLine': { background: 'var(--success-line)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '.cm-deletedChunk del': { textDecoration: 'none', background: 'none' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--danger-line)' },
  // Most fonts lack the default symbols.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-collapsedLines': { background: 'var(--bg-sunken)', color: 'var(--text-muted)' },
});

/** Shows the difference of two texts in one view, with some context; the rest is folded. */
export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Text changes', tabindex: '0' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            highlightChanges: true,
            gutter: false,
            allowInlineDiffs: false,
            collapseUnchanged: { margin: 2, minSize: 4 },
          }),
          look,
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after]);
  return <div ref={place} />;
}
