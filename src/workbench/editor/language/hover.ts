import { hoverTooltip } from '@codemirror/view';
import type { EditorLanguage } from './editor-language.ts';
import { markdownElement } from './hover-markdown.ts';

/** Explains the name or function under the pointer. */
export const languageHover = (language: EditorLanguage) =>
  hoverTooltip(
    async (view, position) => {
      const { services, model } = await language.of(view.state);
      const hover = services.hoverAt(model, position);
      if (hover === null) return null;
      return {
        pos: hover.span.from,
        end: hover.span.to,
        above: true,
        create() {
          const dom = markdownElement(hover.markdown);
          dom.className = 'cm-hoverWords';
          return { dom };
        },
      };
    },
    { hoverTime: 400 },
  );
