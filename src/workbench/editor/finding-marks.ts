import type { Action, Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Finding, Fix } from '../../base/finding.ts';

const order = { error: 0, warning: 1, hint: 2 } as const;

/** Findings as the editor underlines them. `apply` does a fix, wherever the text has gone since. */
export function diagnosticsOf(findings: readonly Finding[], length: number, apply: (fix: Fix) => void): Diagnostic[] {
  return [...findings]
    .sort((a, b) => a.span.from - b.span.from || order[a.severity] - order[b.severity])
    .map((finding): Diagnostic => {
      const from = Math.min(finding.span.from, length);
      const to = Math.min(Math.max(finding.span.to, from), length);
      return {
        from,
        to,
        // What is not known or assumed is no mistake, and does not look like one.
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
