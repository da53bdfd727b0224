import { onDemand } from '../../base/on-demand.ts';
import type { FirstWords, Words } from '../words.ts';
import { englishWords } from './en.ts';

/**
 * The English texts of later parts, 3 kB that the first screens need not wait for. They join the
 * object that everything already has, so that nothing has to render again.
 */
export const lateWords = onDemand(async () => Object.assign(englishWords, (await import('./en-late.ts')).englishLateWords));

/** Whether the texts of later parts have come; those of other languages come with the first. */
export const hasAllWords = (words: FirstWords): words is Words => 'inbox' in words;
