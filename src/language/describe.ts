import type { Model } from '../model/model.ts';
import type { Completion } from './complete/item.ts';
import { describeFunction, describeName } from './hover.ts';

/** A longer description of a completion as Markdown; null if its short detail says everything. */
export function describeCompletion(model: Model, { label, kind, within }: Pick<Completion, 'label' | 'kind' | 'within'>): string | null {
  switch (kind) {
    case 'function':
      return describeFunction(label);
    case 'type':
    case 'keyword':
    case 'value':
    case 'form':
    case 'name':
      return null;
    case 'field':
    case 'state':
    case 'event':
      return within === undefined ? null : describeName(model, { kind, text: label, within });
    default:
      return describeName(model, { kind, text: label, within: within ?? null });
  }
}
