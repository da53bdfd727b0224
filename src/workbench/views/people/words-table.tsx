import { useMemo, useState } from 'react';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { CellField } from '../cell-field.tsx';
import { gridKeys } from '../grid-keys.ts';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { setWord, vocabularyOf } from './word-edits.ts';

/** More rows than this take too long to draw at once. */
const mostShown = 200;

/** The translations in each additional language, and how many are missing. */
export function WordsTable({ analysis, edit, goTo }: Pick<ViewProps, 'analysis' | 'edit' | 'goTo'>) {
  const { model } = analysis;
  const [onlyMissing, setOnlyMissing] = useState(true);
  const vocabulary = useMemo(() => (model.languages.length < 2 ? null : vocabularyOf(model)), [model]);
  if (vocabulary === null) return null;
  const { languages, lines } = vocabulary;
  const open = lines.filter(({ captions }) => [...captions.values()].includes(''));
  const listed = onlyMissing ? open : lines;
  return (
    <>
      <div className={styles['intro']}>
        <h3 className={styles['group']} style={{ flex: 1 }}>
          Languages
        </h3>
        <Checkbox checked={onlyMissing} onChange={setOnlyMissing}>
          Only what is missing
        </Checkbox>
      </div>
      <table className={styles['table']} aria-label="Words" onKeyDown={gridKeys}>
        <thead>
          <tr>
            <th scope="col">{model.languages[0]}</th>
            {languages.map(({ tag, missing }) => (
              <th key={tag} scope="col" className={missing > 0 ? styles['open'] : undefined}>
                {tag}: {missing === 0 ? 'complete' : `${missing} of ${lines.length} missing`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed.slice(0, mostShown).map((line) => (
            <tr key={line.word}>
              <th scope="row">
                <button
                  type="button"
                  className={styles['cell']}
                  disabled={line.row === null}
                  onClick={() => line.row !== null && goTo(line.row.span)}
                >
                  {line.word}
                </button>
              </th>
              {languages.map(({ tag }) => (
                <td key={tag}>
                  <CellField
                    label={`${line.word} in ${tag}`}
                    hidesLabel
                    value={line.captions.get(tag) ?? ''}
                    onWrite={(words) => void edit(setWord(model, line, tag, words))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {listed.length > mostShown ? (
        <p className={styles['muted']}>
          {mostShown} of {listed.length} shown.
        </p>
      ) : null}
    </>
  );
}
