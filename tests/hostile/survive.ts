import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../src/base/finding.ts';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import { questionsOf } from '../../src/check/questions-of.ts';
import { exporters } from '../../src/export/exporters/index.ts';
import { formatDocument } from '../../src/language/format.ts';
import { semanticTokens } from '../../src/language/semantic-tokens.ts';
import type { Model } from '../../src/model/model.ts';
import { ModelReader } from '../../src/model/model-reader.ts';
import { readModel } from '../../src/model/read.ts';
import { runScenarios } from '../../src/verify/scenarios.ts';
import { walkProduct } from './walk-product.ts';

/** What must hold of any text whatever. Throws, saying what does not. */

export function survivesReading(text: string): { readonly model: Model; readonly findings: readonly Finding[] } {
  const model = readModel(text);
  insist(model.tree.text === text, 'the tree holds another text');
  const findings = checkModel(model);
  for (const finding of findings) {
    insist(
      finding.message.trim() !== '' && (text.includes('undefined') || !finding.message.includes('undefined')),
      `${finding.code} says “${finding.message}”`,
    );
    insist(inside(finding.span, text), `${finding.code} is at ${finding.span.from}..${finding.span.to} of ${text.length}`);
    // Throws where edits overlap or leave the text.
    for (const fix of finding.fixes) applyEdits(text, fix.edits);
  }
  return { model, findings };
}

/** All that is done with a document without running it. */
export function survivesTools(text: string, model: Model, findings: readonly Finding[], before: string): void {
  const mended = findings.flatMap(({ fixes }) => fixes.filter(({ safe }) => safe === true)).slice(0, 3);
  for (const { edits } of mended) checkModel(readModel(applyEdits(text, edits)));
  for (const { choices } of questionsOf(model))
    for (const choice of choices) {
      const written = 'edits' in choice ? choice.edits : choice.write(choice.blank.example);
      if ('edits' in choice) applyEdits(text, choice.edits);
      else if ('ok' in written && written.ok) applyEdits(text, written.edits);
    }
  const aligned = applyEdits(text, formatDocument(text));
  insist(formatDocument(aligned).length === 0, 'what was aligned is not aligned');
  let free = 0;
  for (const { span } of semanticTokens(model)) {
    insist(span.from >= free && span.to <= text.length, `the colours overlap at ${span.from}`);
    free = span.to;
  }
  for (const exporter of exporters) exporter.export(model);
  const reader = new ModelReader();
  reader.read(before);
  insist(isDeepStrictEqual(checkModel(reader.read(text)), findings), 'read after another text, it says something else');
}

/** The product that the text describes: opened, looked at by several people, and used. */
export async function survivesRunning(model: Model): Promise<void> {
  await walkProduct(model);
  runScenarios(model);
}

function insist(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const inside = ({ from, to }: { readonly from: number; readonly to: number }, text: string): boolean =>
  Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from && to <= text.length;
