import type { Json } from '../../src/engine/record-data.ts';

/**
 * A browser without a screen: sends the requests of the product's own pages, with their cookies.
 */
export interface ScreenClient {
  /** Makes one of the screens' calls: `run`, `part`, `person`. */
  ask<T = Json>(name: string, ...args: readonly Json[]): Promise<T>;
  /** Requests a page or an address, like pressing a link; does not follow redirects. */
  visit(address: string): Promise<Response>;
}

export function screenClient(url: string): ScreenClient {
  const cookies = new Map<string, string>();
  const send = async (address: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, url), { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return {
    visit: (address) => send(address, {}),
    async ask(name, ...args) {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const response = await send(`/~/session/${name}`, { method: 'POST', headers, body: JSON.stringify(args) });
      if (response.status !== 200) throw new Error(`${name} was answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
  };
}
