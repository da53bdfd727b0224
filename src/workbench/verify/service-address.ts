import { isRelay } from '../../verifier/answers/relayed.ts';

/** The address of a service or its relay. */
export type ServiceAddress = { readonly kind: 'direct' | 'relay'; readonly url: URL };

/**
 * Parses an entered address; returns a string that describes the problem if it is invalid. A page
 * sends requests only to this machine; a relay forwards them.
 */
export function serviceAddress(given: string): ServiceAddress | string {
  const text = given.trim();
  const written = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = text !== '' && URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Enter an http address, such as http://127.0.0.1:3000.';
  if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1')
    return `The workbench sends requests to this machine only. Start a relay to ${url.host} and enter its address.`;
  return { kind: isRelay(url) ? 'relay' : 'direct', url };
}
