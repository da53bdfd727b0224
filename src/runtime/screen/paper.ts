import type { Part } from '../../engine/document/product-model.ts';
import { withParameter } from '../query-state.ts';

/*
 * The version of a screen on paper is at the screen's own address, with `paper=1` in its query.
 */

const key = 'paper';

export const isOnPaper = (query: string): boolean => new URLSearchParams(query).get(key) === '1';
export const onPaper = (query: string): string => withParameter(query, key, '1');
export const offPaper = (query: string): string => withParameter(query, key, null);

/** Rows of a list on paper: all, up to as many as the session gives at once. */
export const mostOnPaper = 1000;

/** Is it read, not pressed or filled in? */
export const isForPaper = ({ kind }: Part): boolean => !notForPaper.has(kind);

const notForPaper: ReadonlySet<Part['kind']> = new Set(['form', 'buttons', 'button', 'link', 'print', 'sign-in', 'sign-up']);
