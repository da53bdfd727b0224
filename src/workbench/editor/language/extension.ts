import { autocompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import type { Finding, Fix } from '../../../base/finding.ts';
import { languageCompletion } from './complete.ts';
import type { EditorLanguage } from './editor-language.ts';
import { meaningColours } from './highlight.ts';
import { languageHover } from './hover.ts';
import { clickToGo, goToDefinition, goToSymbol, type Show, showReferences } from './navigate.ts';
import { closePanel, languagePanel } from './panel.ts';
import { format, quickFix } from './quick-fix.ts';
import { rename } from './rename.ts';
import { showMessage } from './tell.ts';

export interface LanguageParts {
  readonly language: EditorLanguage;
  readonly show: Show;
  /** The findings for the current text. */
  readonly findings: () => readonly Finding[];
  readonly apply: (fix: Fix) => void;
}

export type LanguageCommand = 'definition' | 'references' | 'rename' | 'symbol' | 'mend' | 'format';

/** Commands that treat the text as a specification; the editor reports failures. */
export function languageCommands({ language, show, findings, apply }: LanguageParts): Readonly<Record<LanguageCommand, Command>> {
  const command =
    (run: (view: EditorView) => Promise<void>): Command =>
    (view) => {
      run(view).catch((error: unknown) => showMessage(view, `Couldn’t do that: ${error instanceof Error ? error.message : String(error)}`));
      return true;
    };
  return {
    definition: command((view) => goToDefinition(view, language, show)),
    references: command((view) => showReferences(view, language, show)),
    rename: command((view) => rename(view, language)),
    symbol: command((view) => goToSymbol(view, language, show)),
    mend: command((view) => quickFix(view, language, findings(), apply)),
    format: command((view) => format(view, language)),
  };
}

/** The editor's language features, except its appearance. */
export function languageExtension(language: EditorLanguage, show: Show, commands: Readonly<Record<LanguageCommand, Command>>): Extension {
  return [
    autocompletion({ override: [languageCompletion(language)], icons: false, activateOnTypingDelay: 100 }),
    languageHover(language),
    meaningColours,
    languagePanel,
    clickToGo(language, show),
    keymap.of([
      { key: 'F12', run: commands.definition, shift: commands.references },
      { key: 'F2', run: commands.rename },
      { key: 'Mod-Shift-o', run: commands.symbol, preventDefault: true },
      { key: 'Mod-.', run: commands.mend },
      { key: 'Shift-Alt-f', run: commands.format },
      { key: 'Escape', run: closePanel },
    ]),
  ];
}
