import { applyEdits } from '../base/text-edit.ts';
import { writeIn } from '../check/asking/write.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { type DraftScenario, type ImportLoss, NotReadable } from './draft.ts';
import { readFeature, rowsOf } from './gherkin/feature.ts';
import { writeScenario } from './write.ts';

/**
 * Adds the scenarios of a feature to a document. Steps in the notation's own words, as `ninefold
 * export gherkin` writes them, become rows if the document declares everything they name; other
 * steps become prose below the scenario's title. Throws NotReadable.
 */
export function scenariosInto(document: string, featureText: string): { readonly text: string; readonly losses: readonly ImportLoss[] } {
  const feature = readFeature(featureText.replaceAll(/\r\n?/g, '\n'));
  if (feature === null) throw new NotReadable('The file has no line “Feature: …”.');
  const losses: ImportLoss[] = [...feature.losses];
  const errorsIn = (text: string): number => checkModel(readModel(text)).filter(({ severity }) => severity === 'error').length;
  let text = document;
  for (const { title, steps } of feature.scenarios) {
    const add = (scenario: DraftScenario): string => applyEdits(text, writeIn(readModel(text), 1, writeScenario(scenario)));
    const rows = rowsOf(steps);
    const withRows = rows === null ? null : add({ title, rows, steps: [] });
    if (withRows !== null && errorsIn(withRows) <= errorsIn(text)) {
      text = withRows;
      continue;
    }
    const why = rows === null ? 'its steps are not in the notation’s words' : 'its rows name what the document does not declare';
    losses.push({ where: `Scenario: ${title}`, message: `Its steps are prose: ${why}.` });
    text = add({ title, rows: [], steps });
  }
  return { text, losses };
}
