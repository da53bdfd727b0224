import { describe, expect, it } from 'vitest';
import { matchRoute, parametersOf, pathOf } from './routes.ts';

const screen = (name: string, route: string) => ({ name: { text: name }, route });
const screens = [
  screen('Ticket', '/tickets/:number'),
  screen('New ticket', '/tickets/new'),
  screen('Queue', '/'),
  screen('Any', '/:any/new'),
];

describe('routes', () => {
  it('finds a fixed route before one with a parameter, in any order', () => {
    expect(matchRoute(screens, '/tickets/new')?.screen).toBe('New ticket');
    expect(matchRoute(screens, '/tickets/4')).toEqual({ screen: 'Ticket', parameters: { number: '4' } });
    expect(matchRoute(screens, '/other/new')?.screen).toBe('Any');
    expect(matchRoute(screens, '/')?.screen).toBe('Queue');
    expect(matchRoute(screens, '/tickets')).toBeNull();
  });

  it('writes and reads any parameter', () => {
    for (const number of ['4', 'a/b', 'ä ö?#%', '..']) {
      const path = pathOf(screens, { screen: 'Ticket', parameters: { number } });
      expect(parametersOf('/tickets/:number', path)).toEqual({ number });
    }
  });

  it('returns null for a malformed address', () => {
    expect(matchRoute(screens, '/tickets/%E0%A4%A')).toBeNull();
    expect(pathOf(screens, { screen: 'Gone', parameters: {} })).toBe('/');
  });
});
