import { autocompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Finding, Fix } from '../../../base/finding.ts';
import { languageCompletion } from './complete.ts';
import type { EditorLanguage } from './editor-language.ts';
import { meaningColours } from './highlight.ts';
import { languageHover } from './hover.ts';
import { format, quickFix } from './mend.ts';
import { clickToGo, goToDefinition, goToSymbol, type Show, showReferences } from './navigate.ts';
import { closePanel, languagePanel } from './panel.ts';
import { rename } from './rename.ts';
import { tell } from './tell.ts';

export interface LanguageParts {
  readonly language: EditorLanguage;
  readonly show: Show;
  /** Of the present text. */
  readonly findings: () => readonly Finding[];
  readonly apply: (fix: Fix) => void;
}

/** Everything that the editor knows of the notation beyond how it looks. */
export function languageExtension({ language, show, findings, apply }: LanguageParts): Extension {
  const command =
    (run: (view: EditorView) => Promise<void>) =>
    (view: EditorView): boolean => {
      run(view).catch((error: unknown) => tell(view, `That did not work: ${error instanceof Error ? error.message : String(error)}`));
      return true;
    };
  return [
    autocompletion({ override: [languageCompletion(language)], icons: false, activateOnTypingDelay: 100 }),
    languageHover(language),
    meaningColours,
    languagePanel,
    clickToGo(language, show),
    keymap.of([
      {
        key: 'F12',
        run: command((view) => goToDefinition(view, language, show)),
        shift: command((view) => showReferences(view, language, show)),
      },
      { key: 'F2', run: command((view) => rename(view, language)) },
      { key: 'Mod-Shift-o', run: command((view) => goToSymbol(view, language, show)), preventDefault: true },
      { key: 'Mod-.', run: command((view) => quickFix(view, language, findings(), apply)) },
      { key: 'Shift-Alt-f', run: command((view) => format(view, language)) },
      { key: 'Escape', run: closePanel },
    ]),
  ];
}
