import type { Action, Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Finding, Fix } from '../../base/finding.ts';

const order = { error: 0, warning: 1, hint: 2 } as const;

/**
 * Converts findings to diagnostics that the editor underlines. `apply` applies a fix to the current
 * text.
 */
export function diagnosticsOf(findings: readonly Finding[], length: number, apply: (fix: Fix) => void): Diagnostic[] {
  return [...findings]
    .sort((a, b) => a.span.from - b.span.from || order[a.severity] - order[b.severity])
    .map((finding): Diagnostic => {
      const from = Math.min(finding.span.from, length);
      const to = Math.min(Math.max(finding.span.to, from), length);
      return {
        from,
        to,
        // Holes and assumptions are not mistakes, and must not look like them.
        severity: finding.code === 'hole' || finding.code === 'assumption' ? 'info' : finding.severity,
        message: finding.message,
        renderMessage: () => message(finding),
        actions: finding.fixes.map((fix): Action => ({ name: fix.title, apply: (_view: EditorView) => apply(fix) })),
      };
    });
}

function message(finding: Finding): Node {
  const box = document.createElement('div');
  const words = document.createElement('div');
  words.textContent = finding.message;
  const code = document.createElement('div');
  code.className = 'cm-diagnostic-code';
  code.textContent = finding.code;
  box.append(words, code);
  return box;
}
