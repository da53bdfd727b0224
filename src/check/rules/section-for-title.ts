import type { Fix } from '../../base/finding.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { Model } from '../../model/model.ts';
import { defineRule } from '../rule.ts';

export const sectionForTitle = defineRule({
  code: 'section-for-title',
  severity: 'hint',
  section: 2,
  summary: 'A section that only adds a title to one part.',
  messages: {
    title: 'This section contains one {kind} and only adds a title. Write the title on the {kind} itself: as "{title}".',
  },
  check(model, report) {
    const look = (parts: readonly Part[]): void => {
      for (const part of parts) {
        if (part.kind !== 'section' && part.kind !== 'columns' && part.kind !== 'tabs') continue;
        // A section inside tabs is a tab and needs its title.
        if (part.kind === 'tabs') for (const tab of part.parts) look('parts' in tab ? tab.parts : []);
        else look(part.parts);
      }
      for (const { section, part } of parts.flatMap((one) => onlyTitled(one) ?? [])) {
        const fix = titledPart(model, section, part);
        if (fix === null) continue;
        const line = model.tree.text.indexOf('\n', section.span.from);
        report({
          message: 'title',
          at: { from: section.span.from, to: line < 0 ? section.span.to : line },
          data: { kind: part.kind, title: section.title },
          fix: [fix],
        });
      }
    };
    for (const screen of model.screens) if (!screen.assumed) look(screen.parts);
  },
});

type Section = Extract<Part, { readonly kind: 'section' }>;
/** Parts that show a title given by `as "…"` in the same way as a section. */
type Titled = Extract<Part, { readonly kind: 'list' | 'cards' | 'board' | 'calendar' | 'timeline' }>;

const canBeTitled = (part: Part): part is Titled => ['list', 'cards', 'board', 'calendar', 'timeline'].includes(part.kind);

function onlyTitled(section: Part): { readonly section: Section; readonly part: Titled } | null {
  if (
    section.kind !== 'section' ||
    section.when !== null ||
    section.roles.length > 0 ||
    section.count !== null ||
    section.title.includes('"')
  )
    return null;
  const [part, other] = section.parts;
  return part === undefined || other !== undefined || part.caption !== null || !canBeTitled(part) ? null : { section, part };
}

/** Null if the section contains more than its title and the part. */
function titledPart({ tree: { text } }: Model, section: Section, part: Titled): Fix | null {
  const firstLine = text.indexOf('\n', section.span.from);
  const around = text.slice(firstLine, part.span.from) + text.slice(part.span.to, section.span.to);
  if (firstLine < 0 || around.trim() !== '') return null;
  const deeper = indentAt(text, part.span.from) - indentAt(text, section.span.from);
  const at = part.entity.span.to;
  const titled = `${text.slice(part.span.from, at)} as "${section.title}"${text.slice(at, section.span.to)}`;
  const insert = titled.replaceAll(new RegExp(`\\n {1,${deeper}}`, 'gu'), '\n');
  return { title: `Write as "${section.title}"`, edits: [{ from: section.span.from, to: section.span.to, insert }], safe: true };
}

const indentAt = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);
