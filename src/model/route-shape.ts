/**
 * A route without the names of its parameters, so that routes matching the same URLs compare equal.
 */
export const routeShape = (route: string): string => route.replace(/:[^/]+/g, ':').replace(/\/+$/, '') || '/';
