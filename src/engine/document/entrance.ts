import type { Part } from '../../model/ast/screens.ts';

const isWayIn = ({ kind }: Pick<Part, 'kind'>): boolean => kind === 'sign-in' || kind === 'sign-up';

/** Whether a screen only lets people in, so that it is of no use to those who are signed in. */
export const isEntrance = ({ parts }: { readonly parts: readonly Pick<Part, 'kind'>[] }): boolean =>
  parts.some(isWayIn) && parts.every((part) => isWayIn(part) || part.kind === 'text' || part.kind === 'link');
