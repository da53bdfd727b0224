import type { Screen } from '../../../model/ast/screens.ts';
import type { Model } from '../../../model/model.ts';
import { type Figure, type Measure, type Shape, truncateToWidth } from '../diagram/figure.ts';
import type { DiagramEdge, Graph } from '../diagram/graph.ts';
import { linksOf, type ScreenLink } from './links.ts';

/** All links from one screen to another, combined into one line. */
export interface LinkGroup {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly links: readonly ScreenLink[];
}

export function linkGroups(model: Model): readonly LinkGroup[] {
  const found = new Map<string, ScreenLink[]>();
  for (const link of linksOf(model)) {
    const id = `${link.from} > ${link.to}`;
    found.set(id, [...(found.get(id) ?? []), link]);
  }
  return [...found].map(([id, links]) => ({ id, from: links[0]?.from ?? '', to: links[0]?.to ?? '', links }));
}

/** Returns the screens and the links between them. `wrong`: the names of screens with mistakes. */
export function screenGraph(model: Model, groups: readonly LinkGroup[], wrong: ReadonlySet<string>, measure: Measure): Graph {
  return {
    direction: 'right',
    nodes: model.screens.map((screen) => ({
      id: screen.name.text,
      figure: screenFigure(screen, wrong.has(screen.name.text), measure),
      words: `Screen ${screen.name.text} at ${screen.route}, for ${screenAudience(screen)}`,
      from: true,
      to: true,
    })),
    edges: groups.map(({ id, from, to, links }): DiagramEdge => {
      const words = [...new Set(links.map((link) => link.words))].join(', ');
      return {
        id,
        group: id,
        source: from,
        target: to,
        label: labelFigure(words, measure),
        words: `From ${from} to ${to}: ${words}`,
        dashed: links.every(({ implied }) => implied),
        start: 'none',
        end: 'arrow',
      };
    }),
  };
}

/** Returns who sees a screen according to section 2. */
export function screenAudience({ roles, about }: Screen): string {
  if (roles.length > 0) return roles.map(({ text }) => text).join(', ');
  return about ? `everyone who may read the ${about.text}` : 'everyone who may read its content';
}

function screenFigure(screen: Screen, wrong: boolean, measure: Measure): Figure {
  const title = truncateToWidth(screen.name.text, 180, 14, 600, measure);
  const route = truncateToWidth(screen.route, 180, 12, 400, measure);
  const roles = truncateToWidth(
    screen.roles.length > 0 ? screen.roles.map(({ text }) => text).join(', ') : 'no roles named',
    180,
    12,
    400,
    measure,
  );
  const widest = Math.max(measure(title, 14, 600), measure(route, 12, 400), measure(roles, 12, 400));
  const width = Math.max(128, Math.ceil(widest) + 24);
  const height = 72;
  const shapes: Shape[] = [
    {
      kind: 'box',
      x: 0.5,
      y: 0.5,
      width: width - 1,
      height: height - 1,
      radius: 8,
      fill: '--bg-raised',
      line: '--border-strong',
      dashed: screen.assumed,
    },
    { kind: 'text', x: 12, y: 23, text: title, size: 14, weight: 600, paint: wrong ? '--danger-text' : '--text' },
    { kind: 'text', x: 12, y: 42, text: route, size: 12, weight: 400, paint: '--accent-text' },
    { kind: 'text', x: 12, y: 60, text: roles, size: 12, weight: 400, paint: screen.roles.length > 0 ? '--text-muted' : '--text-faint' },
  ];
  return { width, height, shapes };
}

function labelFigure(words: string, measure: Measure): Figure {
  const text = truncateToWidth(words, 120, 12, 400, measure);
  const width = Math.ceil(measure(text, 12, 400)) + 12;
  return {
    width,
    height: 22,
    shapes: [{ kind: 'text', x: width / 2, y: 15, text, size: 12, weight: 400, paint: '--text-muted', anchor: 'middle' }],
  };
}
