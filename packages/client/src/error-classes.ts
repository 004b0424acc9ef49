import * as errors from './errors.ts';

/** The classes of errors by status. The generator reads them as well, before there are generated files. */
export const errorClasses: Readonly<Record<number, typeof errors.ApiError>> = {
  400: errors.BadRequestError,
  401: errors.UnauthorizedError,
  404: errors.NotFoundError,
  422: errors.ValidationError,
  429: errors.RateLimitError,
};
