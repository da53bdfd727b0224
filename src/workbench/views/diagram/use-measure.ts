import { useMemo } from 'react';
import { estimatedWidth, type Measure } from './figure.ts';

/** Measures text in the page's font. */
export function useMeasure(): Measure {
  return useMemo(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return estimatedWidth;
    const family = getComputedStyle(document.querySelector('[data-theme]') ?? document.body).fontFamily;
    const known = new Map<string, number>();
    return (text, size, weight) => {
      const key = `${weight} ${size} ${text}`;
      let width = known.get(key);
      if (width === undefined) {
        context.font = `${weight} ${size}px ${family}`;
        known.set(key, (width = context.measureText(text).width));
      }
      return width;
    };
  }, []);
}
