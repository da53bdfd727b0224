import { sectionTitles } from '../../model/ast/common.ts';

/** A new document: nine sections of which nothing is known yet. */
export const blankText = `# Specification: Untitled

${sectionTitles.map((title, index) => `## ${index + 1}. ${title}\n\nNot shown.\n`).join('\n')}`;
