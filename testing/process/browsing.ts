/**
 * A person's browser without pages: cookies, redirects, and the requests of the product's screens.
 */
export interface Browsing {
  /** Follows redirects to any address. Returns the last response and its address. */
  visit(address: string, init?: RequestInit): Promise<{ readonly response: Response; readonly at: string }>;
  /** Sends a request of the product's own pages. */
  ask(name: string, ...args: readonly unknown[]): Promise<unknown>;
}

const ownPage = { 'sec-fetch-site': 'same-origin' };

/** `url`: the product's. Cookies belong to the machine, regardless of the port. */
export function browsing(url: string): Browsing {
  const cookies = new Map<string, string>();
  const once = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    async visit(address, init) {
      let at = address;
      let response = await once(at, init);
      for (let step = 0; step < 20; step++) {
        const location = response.headers.get('location');
        if (location === null) return { response, at };
        at = new URL(location, at).href;
        response = await once(at);
      }
      throw new Error(`${address} redirects without end`);
    },
    async ask(name, ...args) {
      const headers = { ...ownPage, 'content-type': 'application/json' };
      const response = await once(`${url}/~/session/${name}`, { method: 'POST', body: JSON.stringify(args), headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
  };
}
