/**
 * Types for importing icons one file at a time. The package has types only for its barrel, whose
 * 6,000 exports would be loaded on every compilation.
 */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentType, SVGProps } from 'react';

  const Icon: ComponentType<Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number | string }>;
  // biome-ignore lint/style/noDefaultExport: the package exports it this way.
  export default Icon;
}
