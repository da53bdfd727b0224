import type { TextEdit } from '../base/text-edit.ts';
import type { Model } from '../model/model.ts';
import type { Question } from './asking/question.ts';
import { questionKinds } from './questions/index.ts';
import { survey } from './survey.ts';

/** What is to be decided next, that on which most depends first. */
export function questionsOf(model: Model): Question[] {
  if (!model.recognised) return [];
  const facts = survey(model);
  const offered = new Set<readonly TextEdit[]>();
  const found: Question[] = [];
  for (const kind of questionKinds) {
    for (const question of kind.ask({ model, survey: facts, offered })) {
      found.push(question);
      for (const choice of question.choices) if ('edits' in choice) offered.add(choice.edits);
    }
  }
  return found.sort((a, b) => b.dependents - a.dependents);
}
