/** Thrown where a screen's permission is missing; the error boundary of the route shows the 403 page. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** The code of a screen could not be fetched. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
}
