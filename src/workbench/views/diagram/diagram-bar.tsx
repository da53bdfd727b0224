import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconMinus, IconPlus } from '../../../ui/icons.ts';
import { IconDownload, IconMaximize, IconRefresh } from '../../../ui/late-icons.ts';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import styles from './diagram.module.css';
import type { Graph, Layout } from './graph.ts';
import { colorsAt, download, pngBlob, svgBlob } from './save-picture.ts';
import { drawSvg } from './svg.ts';

/** Buttons to zoom in and out, show everything, lay out again, and export a picture. */
export function DiagramBar(props: {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly title: string;
  readonly onZoom: (by: 1 | -1) => void;
  readonly onFit: () => void;
  readonly onArrange: () => void;
  readonly onFailure: (message: string) => void;
}) {
  const { graph, layout, title, onZoom, onFit, onArrange, onFailure } = props;
  const bar = useRef<HTMLDivElement>(null);
  const save = async (kind: 'svg' | 'png'): Promise<void> => {
    const element = bar.current;
    if (!element) return;
    try {
      const drawing = drawSvg(graph, layout, title, colorsAt(element));
      download(kind === 'svg' ? svgBlob(drawing) : await pngBlob(drawing), `${title}.${kind}`);
    } catch (error) {
      onFailure(`Couldn’t save the picture: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Diagram" ref={bar}>
      <IconButton size="small" label="Zoom out" icon={<IconMinus size={16} />} onClick={() => onZoom(-1)} />
      <IconButton size="small" label="Zoom in" icon={<IconPlus size={16} />} onClick={() => onZoom(1)} />
      <IconButton size="small" label="Zoom to fit" icon={<IconMaximize size={16} />} onClick={onFit} />
      <IconButton size="small" label="Arrange again" icon={<IconRefresh size={16} />} onClick={onArrange} />
      <Menu align="start" trigger={<IconButton size="small" label="Save as a picture" icon={<IconDownload size={16} />} />}>
        <MenuItem onSelect={() => void save('svg')}>SVG</MenuItem>
        <MenuItem onSelect={() => void save('png')}>PNG</MenuItem>
      </Menu>
    </div>
  );
}
