import { applyEdits, writtenBy } from '../base/text-edit.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { survey } from './analysis/survey.ts';
import { Watch } from './analysis/watch.ts';
import { type Answer, type Choice, type Question, rejected } from './asking/question.ts';
import { checkModel } from './check.ts';
import { questionKinds } from './questions/index.ts';

/** The decisions that a document leaves open, those with the most dependents first. */
export function questionsOf(model: Model): Question[] {
  if (!model.recognised) return [];
  const facts = survey(new Watch(model));
  const offered = new Set<unknown>();
  const found: Question[] = [];
  for (const kind of questionKinds) {
    for (const question of kind.ask({ model, survey: facts, offered })) {
      found.push(question);
      for (const choice of question.choices) {
        // Edits computed on access belong to one choice only.
        const edits: unknown = Object.getOwnPropertyDescriptor(choice, 'edits')?.value;
        if (edits !== undefined) offered.add(edits);
      }
    }
  }
  return found
    .sort((a, b) => b.dependents - a.dependents)
    .map((question) => ({ ...question, choices: question.choices.map((choice) => proofread(model, choice)) }));
}

/** Wraps a choice so that an answer in words is read and checked before it is written. */
const proofread = (model: Model, choice: Choice): Choice =>
  'blank' in choice ? { ...choice, write: (answer) => corrected(model, choice.write(answer)) } : choice;

function corrected(model: Model, answer: Answer): Answer {
  if (!answer.ok) return answer;
  const places = writtenBy(answer.edits);
  const after = readModel(applyEdits(model.tree.text, answer.edits));
  const wrong = [...after.misreads, ...checkModel(after).filter(({ severity }) => severity === 'error')].find(({ span }) =>
    places.some(({ from, to }) => span.from < to && from < span.to),
  );
  return wrong === undefined ? answer : rejected(wrong.message);
}
