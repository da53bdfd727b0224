import type { Model } from '../model/model.ts';
import { survey } from './analysis/survey.ts';
import type { Question } from './asking/question.ts';
import { questionKinds } from './questions/index.ts';

/** What is to be decided next, that on which most depends first. */
export function questionsOf(model: Model): Question[] {
  if (!model.recognised) return [];
  const facts = survey(model);
  const offered = new Set<unknown>();
  const found: Question[] = [];
  for (const kind of questionKinds) {
    for (const question of kind.ask({ model, survey: facts, offered })) {
      found.push(question);
      for (const choice of question.choices) {
        // Edits that are computed on access belong to one choice only.
        const edits: unknown = Object.getOwnPropertyDescriptor(choice, 'edits')?.value;
        if (edits !== undefined) offered.add(edits);
      }
    }
  }
  return found.sort((a, b) => b.dependents - a.dependents);
}
