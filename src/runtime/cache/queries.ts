import {
  type FetchQueryOptions,
  hashKey,
  notifyManager,
  type Query,
  QueryCache,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';

/** Options of queries and their observers. */
export type Options = Omit<QueryObserverOptions, 'queryKey'>;

type Asked<T> = Pick<FetchQueryOptions<T>, 'queryKey' | 'queryFn'>;

interface Defaulted {
  readonly queryKey: QueryKey;
  readonly _defaulted?: boolean;
}

/**
 * What a product needs of TanStack's QueryClient, which would bring mutations and endless pages
 * into the first screen's scripts: 2 kB.
 */
export class Queries {
  readonly #cache = new QueryCache();
  readonly #defaults: (key: QueryKey) => Options;

  /** `defaults`: the options of the queries with a key. */
  constructor(defaults: (key: QueryKey) => Options) {
    this.#defaults = defaults;
  }

  /** For hooks and observers, which call nothing but the next three. */
  get client(): QueryClient {
    return this as unknown as QueryClient;
  }

  getQueryCache(): QueryCache {
    return this.#cache;
  }

  getQueryDefaults(key: QueryKey): Options {
    return this.#defaults(key);
  }

  defaultQueryOptions<O extends Defaulted>(options: O): O {
    if (options._defaulted) return options;
    const { queryKey } = options;
    return { ...this.#defaults(queryKey), ...options, queryHash: hashKey(queryKey), _defaulted: true };
  }

  data<T>(key: QueryKey): T | undefined {
    return this.#cache.get<T>(hashKey(key))?.state.data;
  }

  /** Sets the data of a query, unless that is undefined. */
  set<T>(key: QueryKey, data: T | undefined): void {
    if (data !== undefined) this.#query<T>({ queryKey: key }).setData(data, { manual: true });
  }

  /** The known data, or that of a request. */
  async fetch<T>(options: Asked<T>): Promise<T> {
    const query = this.#query(options);
    const { data } = query.state;
    return data === undefined || query.state.isInvalidated ? query.fetch(query.options) : data;
  }

  remove(filters: QueryFilters): void {
    notifyManager.batch(() => {
      for (const query of this.#cache.findAll(filters)) this.#cache.remove(query);
    });
  }

  #query<T>(options: Asked<T>): Query<T, Error, T> {
    return this.#cache.build<T, Error, T, QueryKey>(this.client, this.defaultQueryOptions(options));
  }
}
