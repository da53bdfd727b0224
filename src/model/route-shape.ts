/** A route without the names of its parameters, which an address does not show. */
export const routeShape = (route: string): string => route.replace(/:[^/]+/g, ':').replace(/\/+$/, '') || '/';
