import type { Expectation } from './ast/people.ts';

/**
 * What a row of a scenario expects, as its document writes it; empty if it expects nothing, or if
 * the cell is empty.
 */
export function expectationText(expect: Expectation): string {
  switch (expect.kind) {
    case 'nothing':
      return '';
    case 'holds':
      return expect.expression.source;
    case 'refused':
      return `refused ${expect.error.text}`;
    case 'sees':
      return `sees ${expect.screen.text}`;
    case 'does-not-see':
      return `does not see ${expect.screen.text}`;
    case 'told':
      return `told ${expect.person.text} ${expect.message.text}`;
    case 'not-told':
      return `not told ${expect.person.text} ${expect.message.text}`;
    case 'sent':
      return sentText(expect.service.text, expect.request);
    case 'unknown':
      return expect.text;
  }
}

/** `request`: its title; null for any request to the service. */
export const sentText = (service: string, request: string | null): string =>
  request === null ? `sent ${service}` : `sent ${service} "${request}"`;
