/** Thrown where a screen's permission is missing; the error boundary of the route shows the 403 page. */
export class ForbiddenError extends Error {}
