import type { Part } from '../../engine/document/product-model.ts';
import { withParameter } from '../query-state.ts';

/* A screen's version on paper has the screen's own address with `paper=1` in its query. */

const key = 'paper';

export const isOnPaper = (query: string): boolean => new URLSearchParams(query).get(key) === '1';
export const withPaper = (query: string): string => withParameter(query, key, '1');
export const withoutPaper = (query: string): string => withParameter(query, key, null);

/** Rows of a list on paper: the most that the session returns in one request. */
export const maxRowsOnPaper = 1000;

/** Whether a part is for reading rather than pressing or filling in. */
export const isForPaper = ({ kind }: Part): boolean => !notForPaper.has(kind);

const notForPaper: ReadonlySet<Part['kind']> = new Set(['form', 'buttons', 'button', 'link', 'print', 'sign-in', 'sign-up']);
